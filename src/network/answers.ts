export type { accountsAnswer } from './devnet/answers/accounts.js';
export { eventTypes } from './devnet/answers/events.js';
export type { Answer } from './devnet/answers/schema.js';
