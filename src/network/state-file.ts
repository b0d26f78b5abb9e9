export { readStateFile, unreadable } from './devnet/state-file/format.js';
