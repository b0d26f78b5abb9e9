import type { Planted } from './types.js';

/** Faults that the generator of networks must find: texts in compiled files, and what takes their place. */
export const planted: readonly Planted[] = [
  {
    name: 'amounts of Bitcoin are rounded to six places, and lose sats',
    generator: 'network',
    file: 'bitcoin/protocol/client/amount.js',
    find: 'btc.toFixed(8)',
    replace: 'btc.toFixed(6)',
  },
  {
    name: 'a snapshot forgets how Stacks blocks are mined',
    generator: 'network',
    file: 'engines/common/life-cycle.js',
    find: 'after = modes;',
    replace: 'after = { ...modes, stacks: before.stacks };',
    usesOwnNodeOnly: true,
  },
  {
    name: 'a faucet sends what a restore has undone again',
    generator: 'network',
    file: 'network/faucet/stacks/faucet.js',
    find: 'rewind(tracker.ledger.isPending);\n      return;',
    replace:
      'rewind(tracker.ledger.isPending);\n      for (const queue of queues) for (const txId of queue.payments()) void resend(queue, txId);\n      return;',
  },
];
