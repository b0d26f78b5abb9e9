export { accountsOf, changesOf, dataOf } from './state/changes.js';
export { FIRST_INHERITED, InheritedSlots } from './state/inherited-slots.js';
export { SerializedValue } from './state/serialized-value.js';
export {
  type Account,
  type Change,
  emptyState,
  type InheritedState,
  type Ownership,
  type Slot,
  type State,
  StateEditor,
  type StoredValue,
} from './state/state.js';
export { type ContractRecord, recordOf, StoredContract } from './state/stored-contract.js';
export { NO_STX, StxBalance } from './state/stx-balance.js';
export { changedEntries, emptyTrie, entriesOf, getEntry, isTrie, newOwner, type Owner, setEntry, type Trie } from './state/trie.js';
export { type LockClock, type PoxVersion, UNLOCKS_NEVER, type UnlockHeights, unlockHeightsIn } from './state/unlock-heights.js';
export { changedItems, getItem, setItem, type Vector } from './state/vector.js';
