export {
  type ForkSourceTransaction,
  REPLAY_PARTS,
  type ReplayDifference,
  type ReplayPart,
  type StacksReplay,
} from './protocol/replay/replay.js';
