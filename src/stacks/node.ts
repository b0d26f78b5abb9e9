export { EPOCHS } from './node/chain/epoch.js';
export { BOOT_ADDRESS } from './node/clarity/boot/boot-address.js';
export { BOOT_CONTRACTS, epochName, type Publication } from './node/clarity/boot/boot-contracts.js';
export { bootContracts, bootSource, type NodeContract, tokenOfPox5 } from './node/clarity/boot/boot-state.js';
export { smallSource } from './node/clarity/boot/small-sources.js';
export { Coverage } from './node/clarity/coverage/coverage.js';
export { HitCounter } from './node/clarity/coverage/hits.js';
export { nodeCrypto } from './node/clarity/crypto.js';
export { hashOfKey, TENURE_HEIGHT } from './node/clarity/fork-source/key.js';
export { valueJson } from './node/clarity/stored-form/json.js';
export { FIRST_BLOCKS } from './node/fork-burnchain.js';
export { startStacksNode } from './node/node.js';
export type {
  BurnBlock,
  EpochTransition,
  GenesisStore,
  StacksNode,
  StacksNodeBlock,
  StacksNodeEvent,
  StacksNodeOptions,
  StacksSnapshot,
} from './node/types.js';
