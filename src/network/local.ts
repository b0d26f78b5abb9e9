export { type AskLocal, fetchWithin } from './devnet/fetch-within.js';
export type { AttachedGateway, CopyParts, CreatedDevnet, NetworkState } from './devnet/local/parts.js';
