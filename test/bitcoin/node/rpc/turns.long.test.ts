import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { type Answer, type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';

const XPUB = 'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';
const DESCRIPTOR = addChecksum(`wpkh(${XPUB}/1/*)`);
const LAST = 4000;
const COINS = 1000;

describe('while a long request runs, others are answered', () => {
  let rpc: RpcNode;

  beforeAll(async () => {
    rpc = await startRpcNode({ wallets: { keypool: 40 } });
    await rpc.call('createwallet', 'w');
    await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
    const [{ desc }] = (await rpc.call('listdescriptors')).descriptors;
    await rpc.call('keypoolrefill', COINS);
    const addresses: string[] = await rpc.call('deriveaddresses', desc, COINS - 1);
    await rpc.call('sendmany', '', Object.fromEntries(addresses.map((address) => [address, 0.01])));
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    await rpc.call('createwallet', 'watch', true, true);
    await rpc.call('unloadwallet', 'watch');
  });
  afterAll(() => rpc[Symbol.asyncDispose]());

  /** The answer of a request, during which others have seen that it runs. These are on their way before it, and again as soon as one is answered. */
  async function observed(method: string, params: unknown[]): Promise<Answer> {
    let isOver = false;
    const watch = async (): Promise<boolean> => {
      while (!isOver) {
        const { active_commands: running } = await rpc.call('getrpcinfo');
        if (running.some((command: { method: string }) => command.method === method)) return true;
      }
      return false;
    };
    const watchers = Array.from({ length: 4 }, watch);
    const answer = await rpc.call(method, ...params).finally(() => {
      isOver = true;
    });
    expect(await Promise.all(watchers), `others were answered while ${method} ran`).toContain(true);
    return answer;
  }

  test('deriveaddresses', async () => {
    const addresses = await observed('deriveaddresses', [DESCRIPTOR, LAST]);
    expect(addresses).toHaveLength(LAST + 1);
    expect(addresses.slice(-1)).toEqual(await rpc.call('deriveaddresses', DESCRIPTOR, [LAST, LAST]));
  });

  test('scantxoutset', async () => {
    const { success, unspents } = await observed('scantxoutset', ['start', [{ desc: DESCRIPTOR, range: LAST }]]);
    expect({ success, unspents }).toEqual({ success: true, unspents: [] });
  });

  test('listunspent', async () => {
    const coins: { amount: number; solvable: boolean; desc: string }[] = await observed('listunspent', []);
    expect(coins.filter(({ amount }) => amount === 0.01)).toHaveLength(COINS);
    expect(new Set(coins.map(({ desc }) => desc)).size).toBe(coins.length);
  });

  test('sendtoaddress, and payments that come meanwhile spend other coins', async () => {
    // Each needs hundreds of the small coins, once the large one is locked.
    const large = (await rpc.call('listunspent')).filter(({ amount }: { amount: number }) => amount > 1);
    await rpc.call(
      'lockunspent',
      false,
      large.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout })),
    );
    const txids = await Promise.all([observed('sendtoaddress', [TRUE_ADDRESS, 4]), rpc.call('sendtoaddress', TRUE_ADDRESS, 4)]);
    await rpc.call('lockunspent', true);
    expect(await rpc.call('getrawmempool')).toEqual(expect.arrayContaining(txids));
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  });

  test('gettxoutsetinfo', async () => {
    // Each needs more turns of the event loop than another answer.
    const addresses: string[] = await rpc.call('deriveaddresses', addChecksum(`wpkh(${XPUB}/2/*)`), 2 * COINS);
    await rpc.call('sendmany', '', Object.fromEntries(addresses.map((address) => [address, 0.001])));
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const others = Array.from({ length: 9 }, () => rpc.call('gettxoutsetinfo', 'muhash'));
    const [info] = await Promise.all([observed('gettxoutsetinfo', ['muhash']), ...others]);
    expect(info).toEqual(await rpc.call('gettxoutsetinfo', 'muhash'));
  });

  test('keypoolrefill', async () => {
    await observed('keypoolrefill', [2 * COINS]);
    expect((await rpc.call('getwalletinfo')).keypoolsize).toBe(4 * 2 * COINS);
  });

  test('importdescriptors, and addresses can be taken meanwhile', async () => {
    await rpc.call('unloadwallet', 'w');
    await rpc.call('loadwallet', 'watch');
    const request = { desc: DESCRIPTOR, timestamp: 'now', range: [0, LAST], active: true };
    const imported = observed('importdescriptors', [[request]]);
    expect(await imported).toEqual([{ success: true }]);
    expect((await rpc.call('getaddressinfo', (await rpc.call('deriveaddresses', DESCRIPTOR, [LAST, LAST]))[0])).ismine).toBe(true);
    expect(await rpc.call('getnewaddress')).toBe((await rpc.call('deriveaddresses', DESCRIPTOR, [0, 0]))[0]);
  });
});
