export { cacheFile } from './embedded/boot-contracts.js';
export { startEmbeddedEngine } from './embedded/engine.js';
export { type BitcoinEvent, bitcoinEvent } from './embedded/events.js';
export { NETWORK_FACTS, NETWORK_PART, type NetworkFacts } from './embedded/state-file/facts.js';
