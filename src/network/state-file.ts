export { type ReadState, readWhole, unreadable } from './devnet/state-file/format.js';
export { keepState } from './devnet/state-file/keep.js';
