import type { KnownDifferences } from '../compare-recording.js';

const STACKER = 'on the recorded chain the signer of the network stacks in the same cycles, so the call reads and writes other values';

export const KNOWN_DIFFERENCES: KnownDifferences = {
  costs: { stack: STACKER, 'stack-extend': STACKER },
};
