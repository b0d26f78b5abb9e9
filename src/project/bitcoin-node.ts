export { nodeOptions } from './config/bitcoin-node/node-options.js';
export { type NodeFlags, nodeSettingKeys, nodeSettingOf, readNodeFlags, resolveNodeSettings } from './config/bitcoin-node/resolve.js';
export type { BitcoinNodeSettings } from './config/bitcoin-node/settings.js';
