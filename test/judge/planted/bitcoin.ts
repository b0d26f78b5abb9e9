import type { Planted } from './types.js';

export const planted: readonly Planted[] = [
  {
    name: 'a fee that is rounded down',
    generator: 'bitcoin',
    file: 'bitcoin/node/wallet/spend.js',
    find: 'function virtual(weight) {\n  return Math.ceil(weight / 4);',
    replace: 'function virtual(weight) {\n  return Math.floor(weight / 4);',
  },
  {
    name: 'a confirmation too many',
    generator: 'bitcoin',
    file: 'bitcoin/node/rpc/methods/core/coins.js',
    find: 'coin.height === MEMPOOL_HEIGHT ? 0 : tip.height - coin.height + 1',
    replace: 'coin.height === MEMPOOL_HEIGHT ? 0 : tip.height - coin.height + 2',
  },
  {
    name: 'a wallet forgets that coinbases mature',
    generator: 'bitcoin',
    file: 'bitcoin/node/wallet/coins.js',
    find: 'total[immature ? "immature" : trusted ? "trusted" : "pending"] += output.value;',
    replace: 'total[trusted ? "trusted" : "pending"] += output.value;',
  },
];
