export { type AskLocal, fetchWithin } from './devnet/fetch-within.js';
export type { AttachedGateway, CopyParts, CreatedDevnet, NetworkState } from './devnet/local/parts.js';
export type { KeptState } from './devnet/local/states.js';
export type { ConnectWithin, OpenWebSocket } from './devnet/web-socket.js';
