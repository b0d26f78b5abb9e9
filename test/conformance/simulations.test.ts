import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import { startTestNode } from '../stacks/node/test-node.js';
import { compareWithRecording } from './compare-recording.js';

const balances = STANDARD_ACCOUNTS.map(({ stx }) => ({ principal: stx.address, amount: 100_000_000_000_000n }));

compareWithRecording('simulations', ({ endpoint }) => startTestNode({ epoch: '4.0', balances, eventObservers: [endpoint] }), {
  known: {
    answers: {
      'block-deploys': 'a node fails when a transaction calls a contract that was deployed in the same simulated block',
    },
  },
});
