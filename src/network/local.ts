export type { AttachedGateway, CopyParts, CreatedDevnet, NetworkState } from './devnet/local/parts.js';
