import type { KnownDifferences } from '../compare-recording.js';

const STACKER = 'on the recorded chain the signer of the network stacks in the same cycles, so the call reads and writes other values';

export const KNOWN_DIFFERENCES: KnownDifferences = {
  answers: {
    'ro-sender-contract': 'the VM accepts only accounts as the sender of a read-only call, no contracts',
    'ro-sender-sponsor': 'the VM has no sponsors: reading tx-sponsor? fails',
    'ro-too-many-reads-by-far': 'the VM reports the total cost of a read-only call, a node the cost at which the limit stopped it',
  },
  costs: { stack: STACKER, 'stack-extend': STACKER },
};
