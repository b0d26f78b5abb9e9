import { describe, expect, test } from 'vitest';
import { createCore } from '#dist/bitcoin/node/core.js';
import { chooseCoins } from '#dist/bitcoin/node/wallet/coin-choice.js';
import { takeScript } from '#dist/bitcoin/node/wallet/keys.js';
import { createWallets } from '#dist/bitcoin/node/wallet/wallets.js';
import { TRUE_ADDRESS } from '../harness.js';
import { funded, on } from './kit.js';

describe('a choice among many coins', () => {
  test('adds each coin once to what it has', () => {
    const core = createCore({});
    const view = createWallets(core).create({ name: 'w', privateKeys: true, blank: false, avoidReuse: false, birth: 0 });
    const [descriptor] = view.state.descriptors.values();
    const script = takeScript(view.state, descriptor!);
    while (core.chain.tip().height < 400) core.miner.mine(script);
    let added = 0;
    const chosen = chooseCoins(
      view,
      { includeUnsafe: false, version: 2 },
      {
        start: 0,
        add: (count) => {
          added++;
          return count + 1;
        },
        isUseful: () => true,
        suffices: (count) => count === 250,
      },
    );
    expect(chosen).toHaveLength(250);
    // Once by itself, and once with the others.
    expect(added).toBeLessThanOrEqual(2 * 301);
  });

  test('says that it would be too heavy', async () => {
    await using rpc = await funded();
    await rpc.call('createwallet', 'many');
    const calls = Array.from({ length: 1_500 }, (_, id) => ({ id, method: 'getnewaddress' }));
    const addresses: { result: string }[] = JSON.parse((await rpc.post(calls, { path: '/wallet/many' })).text);
    const amounts = Object.fromEntries(addresses.map(({ result }) => [result, 0.01]));
    expect((await on(rpc, 'w', 'sendmany', '', amounts)).error).toBeNull();
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const draft = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 14.799 });
    expect((await on(rpc, 'many', 'fundrawtransaction', draft)).error).toEqual({
      code: -4,
      message:
        "The inputs size exceeds the maximum weight. Please try sending a smaller amount or manually consolidating your wallet's UTXOs",
    });
  });
});
