import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { findBitcoind, type RealBitcoind, startBitcoind } from '../rpc/real/bitcoind.js';
import type { Case } from '../rpc/real/case.js';
import { createClient, type RpcClient } from '../rpc/real/client.js';
import type { Deliberate } from '../rpc/real/differences.js';
import { expectSameReplies } from '../rpc/real/expect-same.js';
import { addressCases } from './real/address-cases.js';
import { bumpCases } from './real/bump-cases.js';
import { coinCases } from './real/coin-cases.js';
import { WALLET_DIFFERENCES } from './real/differences.js';
import { encryptionCases } from './real/encryption-cases.js';
import { historyCases } from './real/history-cases.js';
import { managingCases } from './real/managing-cases.js';
import { WALLET_NOT_OFFERED } from './real/not-offered.js';
import { sendingCases } from './real/sending-cases.js';
import { createWorld, type World } from './real/world.js';

const CREDENTIALS = { user: 'user', password: 'pass' };
const KEYPOOL = 100;
const OPTIONS = ['-listen=0', '-disablewallet=0', '-fallbackfee=0.0002', '-addresstype=bech32', `-keypool=${KEYPOOL}`, '-walletrbf=1'];
const found = findBitcoind();

describe.skipIf('missing' in found)(`the wallet beside a real bitcoind's${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let node: BitcoinNode;
  let embedded: RpcClient;
  let real: RealBitcoind;
  let world: World;
  const met = new Set<Deliberate>();
  /** The wallet of bitcoind hears of a transaction a moment after the call that sent it has returned. */
  const settled = (): RpcClient => ({
    ...real,
    async send(body, options) {
      await real.call('syncwithvalidationinterfacequeue');
      return real.send(body, options);
    },
  });
  const expectSame = (cases: Case[]) => expectSameReplies(cases, { embedded, real: settled(), deliberate: WALLET_DIFFERENCES, met });

  beforeAll(async () => {
    if ('missing' in found) throw new Error(found.missing);
    node = createBitcoinNode({ files: ['/nowhere'], wallets: { keypool: KEYPOOL } });
    embedded = createClient({ url: (await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS })).url, ...CREDENTIALS });
    real = await startBitcoind(found.program, CREDENTIALS, OPTIONS);
    world = await createWorld(embedded, real);
  }, 60_000);
  afterAll(() => Promise.all([node?.close(), real?.[Symbol.asyncDispose]()]));

  test('behavior: addresses, labels and descriptors', () => expectSame(addressCases(world)));
  test('behavior: balances, coins and locks', () => expectSame(coinCases(world)));
  test('behavior: payments and PSBTs', async () => expectSame(await sendingCases(world, embedded)));
  test('behavior: transactions', async () => expectSame(await historyCases(world, { embedded, real })));
  test('behavior: replacements', async () => expectSame(await bumpCases(world, { embedded, real })));
  test('behavior: passphrases', () => expectSame(encryptionCases()));
  test('behavior: creation, selection and flags of wallets', () => expectSame(managingCases()));

  test('behavior: every method of the wallet exists, or is listed with a reason', async () => {
    const [ours, theirs] = await Promise.all([embedded, real].map(async (each) => walletMethods(await each.call('help'))));
    expect({ theirs: theirs?.filter((name) => ours?.includes(name) === false) }).toEqual({ theirs: Object.keys(WALLET_NOT_OFFERED) });
    // bitcoind lists it with the raw transactions.
    expect(ours?.filter((name) => theirs?.includes(name) === false)).toEqual(['fundrawtransaction']);
  });

  test('behavior: no deliberate difference is stale', () => {
    expect(WALLET_DIFFERENCES.filter((each) => each.sometimes !== true && !met.has(each)).map(({ name }) => name)).toEqual([]);
  });
});

function walletMethods(help: string): string[] {
  const [, after = ''] = help.split('== Wallet ==\n');
  const [section = ''] = after.split('\n\n');
  return section.split('\n').map((line) => line.split(' ')[0] ?? '');
}
