import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { TRUE_ADDRESS } from '../harness.js';
import { exchange, exchanges } from '../http/wire.js';
import { COIN, rawTx } from '../transactions.js';
import { findBitcoind, type RealBitcoind, startBitcoind } from './real/bitcoind.js';
import { blockCases, withoutReservedValue } from './real/block-cases.js';
import { type Case, call, calls, named } from './real/case.js';
import { chainCases } from './real/chain-cases.js';
import { createClient, type RpcClient } from './real/client.js';
import { DELIBERATE, type Deliberate } from './real/differences.js';
import { expectSameReplies } from './real/expect-same.js';
import { formCases } from './real/form-cases.js';
import { HTTP_CASES } from './real/http-cases.js';
import { earlyBlockCases, headerCases, miningCases } from './real/mining-cases.js';
import { nodeCases } from './real/node-cases.js';
import { HIDDEN_METHODS, HIDDEN_NOT_OFFERED, NOT_OFFERED, ONLY_CORE, OTHER_USAGE, OWN_METHODS } from './real/not-offered.js';
import { packageCases } from './real/package-cases.js';
import { limitCases, policyCases } from './real/policy-cases.js';
import { proofCases } from './real/proof-cases.js';
import { mutatedCases, psbtArgumentCases, vectorCases } from './real/psbt-cases.js';
import { fundPsbts, type PsbtCoins, psbtKindCases, psbtTapscriptCases, psbtWitnessScriptCases } from './real/psbt-flow-cases.js';
import { signingCases } from './real/signing-cases.js';
import { submissionCases } from './real/submission-cases.js';
import { timeCases } from './real/time-cases.js';
import { transactionCases } from './real/transaction-cases.js';
import { utilCases } from './real/util-cases.js';
import { createWorld, hand, type World } from './real/world.js';

const CREDENTIALS = { user: 'user', password: 'pässword' };
const found = findBitcoind();
// PSBT_SEED, PSBT_MUTATIONS: which PSBTs to change and how many.
const { PSBT_SEED: seedText, PSBT_MUTATIONS: countText = '200' } = process.env;
const PSBT_SEED = seedText === undefined ? Date.now() % 1_000_000_000 : Number(seedText);
const PSBT_MUTATIONS = Number(countText);

describe.skipIf('missing' in found)(`beside a real bitcoind${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let node: BitcoinNode;
  let embedded: RpcClient;
  let real: RealBitcoind;
  let world: World;
  const met = new Set<Deliberate>();
  beforeAll(async () => {
    if ('missing' in found) throw new Error(found.missing);
    node = createBitcoinNode();
    embedded = createClient({ url: (await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS })).url, ...CREDENTIALS });
    real = await startBitcoind(found.program, CREDENTIALS);
    world = await createWorld(embedded, real);
  });
  afterAll(() => Promise.all([node?.close(), real?.[Symbol.asyncDispose]()]));

  const expectSame = (cases: Case[]) => expectSameReplies(cases, { embedded, real, deliberate: DELIBERATE, met });

  test('behavior: HTTP, JSON-RPC versions, batches and broken requests', () => expectSame(HTTP_CASES));
  test.each(exchanges(`${CREDENTIALS.user}:${CREDENTIALS.password}`))('behavior: HTTP on the wire: $title', async ({ text, statuses }) => {
    for (const { url } of [real, embedded]) expect((await exchange(url, text)).statuses).toEqual(statuses);
  });
  test('behavior: blocks, headers, chain state and coins', () => expectSame(chainCases(world)));
  test('behavior: raw transactions and the mempool', () => expectSame(transactionCases(world)));
  test('behavior: transactions that are sent and refused', () => expectSame(submissionCases(world)));
  test('behavior: addresses, descriptors, fees, mining and control', () => expectSame(utilCases(world)));
  test('behavior: peers, logs, memory and statistics', () => expectSame(nodeCases(world)));
  test('behavior: proofs', async () => expectSame(await proofCases(world, embedded)));
  test('behavior: signatures', async () => expectSame(await signingCases(world, embedded)));
  test('behavior: templates, proposals, headers and priorities', async () => expectSame(await miningCases(world, embedded)));
  test('behavior: a replacement', async () => {
    const raw = rawTx({ inputs: [{ txid: world.replaced }], outputs: [{ value: 50n * COIN - 20_000n }] });
    await expectSame([
      ...named('sendrawtransaction', {
        'that replaces three': [raw],
        'that did replace': [raw],
        'that was replaced': [world.waitingRaw[0]],
      }),
      call('getrawmempool', [true]),
      call('getrawmempool', [false, true]),
      ...world.waiting.flatMap((txid) => [call('getmempoolentry', [txid]), call('getrawtransaction', [txid, 1])]),
      call('gettxspendingprevout', [[{ txid: world.replaced, vout: 0 }]]),
    ]);
  });

  test('behavior: blocks of the real node, taken by the embedded one', async () => {
    for (const hash of await real.call('generatetoaddress', 2, TRUE_ADDRESS)) await hand(real, embedded, hash);
    await hand(
      real,
      embedded,
      (
        await real.call(
          'generateblock',
          'raw(51)',
          [world.free[5]].map((txid) => spendAll(txid)),
        )
      ).hash,
    );
    const hashes: string[] = await Promise.all([122, 123, 124].map((height) => real.call('getblockhash', height)));
    await expectSame([
      ...hashes.flatMap((hash) => [0, 1, 2, 3].map((verbosity) => call('getblock', [hash, verbosity]))),
      ...calls('getblockchaininfo', [[]]),
      ...calls('getmempoolinfo', [[]]),
      ...calls('getrawmempool', [[], [false, true]]),
    ]);
  });

  test('behavior: branches', async () => {
    const state = () => [
      ...['getblockcount', 'getbestblockhash', 'getchaintips', 'getblockchaininfo', 'getrawmempool', 'getmempoolinfo'].map((method) =>
        call(method),
      ),
      call('gettxoutsetinfo'),
    ];
    const first: string = await embedded.call('getblockhash', 122);
    const second: string = await embedded.call('getblockhash', 123);
    const [coinbase] = (await embedded.call('getblock', first)).tx;
    const about = [
      call('getblockheader', [first]),
      call('getblock', [second, 2]),
      call('getrawtransaction', [coinbase, 1]),
      call('gettxout', [coinbase, 0]),
    ];
    await expectSame([call('invalidateblock', [first]), ...state(), ...about, call('invalidateblock', [first])]);
    const [rival]: string[] = await embedded.call('generatetodescriptor', 1, 'raw(52)');
    await hand(embedded, real, rival as string);
    await expectSame([...state(), ...about, call('reconsiderblock', [second]), ...state(), ...about]);
    await expectSame([call('getblock', [rival, 2]), call('getblockheader', [rival]), call('invalidateblock', [rival]), ...state()]);
    await expectSame([call('reconsiderblock', [rival]), ...state()]);
  });

  test('behavior: blocks that break a rule', async () => {
    const template = await embedded.call('generateblock', TRUE_ADDRESS, [], false);
    await expectSame([
      ...blockCases(template),
      call('getblockcount'),
      ...named('submitblock', { 'without reserved value': [withoutReservedValue(template.hex)], again: [template.hex] }),
      call('getblock', [template.hash, 2]),
      call('invalidateblock', [template.hash]),
      ...named('submitblock', { 'of one that is invalidated': [template.hex] }),
    ]);
    const other = await embedded.call('generateblock', TRUE_ADDRESS, [], false);
    await expectSame([...named('submitblock', { 'with bytes after it': [`${other.hex}00`] }), call('invalidateblock', [other.hash])]);
  });

  test('behavior: headers with late or missing blocks', async () => expectSame(await headerCases(world, embedded)));

  test('behavior: blocks that arrive before their parents', async () => {
    const before = node.snapshot();
    const hashes: string[] = await embedded.call('generatetodescriptor', 3, 'raw(53)');
    const [first = '', second = '', third = '']: string[] = await Promise.all(hashes.map((hash) => embedded.call('getblock', hash, 0)));
    node.restore(before);
    await expectSame(earlyBlockCases([first, second, third], hashes));
  });

  test('behavior: families of transactions and unusual shapes in the mempool', () => expectSame(policyCases(world)));

  test('behavior: every method exists in the same category of the help, or is listed with a reason', async () => {
    const [ours, theirs] = await Promise.all([embedded, real].map(async (node) => categories(await node.call('help'))));
    if (ours === undefined || theirs === undefined) throw new RangeError('two nodes');
    expect([...theirs.keys()].filter((name) => !ours.has(name)).sort()).toEqual(Object.keys(NOT_OFFERED).sort());
    expect(
      [...ours].filter(([name, category]) => category !== 'Wallet' && !ONLY_CORE.includes(name) && theirs.get(name) !== category),
    ).toEqual([]);
  });

  test('behavior: every method that help does not list exists, or is listed with a reason', async () => {
    const missing: string[] = [];
    for (const name of HIDDEN_METHODS) {
      const [ours, theirs] = await Promise.all([embedded, real].map((node) => node.call('help', name)));
      expect(theirs).not.toMatch(/^help: unknown command/);
      if (ours.startsWith('help: unknown command')) missing.push(name);
    }
    expect(missing).toEqual(Object.keys(HIDDEN_NOT_OFFERED));
  });

  test('behavior: the help of every method, the hidden ones included, begins with its usage', async () => {
    const different: string[] = [];
    for (const { name } of await comparedMethods()) {
      const [ours, theirs] = await Promise.all([embedded, real].map((node) => node.call('help', name)));
      if (ours.split('\n')[0] !== theirs.split('\n')[0]) different.push(name);
    }
    expect(different).toEqual(OTHER_USAGE);
  });

  test('behavior: every method in every form of a call', async () =>
    expectSame(formCases((await comparedMethods()).map(({ name }) => name))));

  test('behavior: packages', () => expectSame(packageCases(world)));
  test('behavior: PSBTs of Core, and broken ones', () => expectSame(vectorCases()));
  test('behavior: arguments of PSBT methods', () => expectSame(psbtArgumentCases(world)));
  test(`behavior: changed PSBTs, PSBT_SEED=${PSBT_SEED}`, () => expectSame(mutatedCases(PSBT_SEED, PSBT_MUTATIONS)));
  describe('behavior: PSBTs from creation to the mempool', () => {
    let coins: PsbtCoins;
    beforeAll(async () => {
      coins = await fundPsbts(world, embedded, real);
    });
    test('of descriptors', async () => expectSame(await psbtKindCases(coins, embedded)));
    test('of witness scripts', async () => expectSame(await psbtWitnessScriptCases(coins, embedded)));
    test('of tapscripts', async () => expectSame(await psbtTapscriptCases(coins, embedded)));
  });

  describe('behavior: at height 143', () => {
    let tipTime = 0;
    beforeAll(async () => {
      const { blocks } = await embedded.call('getblockchaininfo');
      const hashes: string[] = await embedded.call('generatetodescriptor', 143 - blocks, 'raw(51)');
      for (const hash of hashes) await hand(embedded, real, hash);
      tipTime = (await embedded.call('getblockchaininfo')).time;
    });
    test('large families and burnt coins in the mempool', () => expectSame(limitCases(world)));
    test('clocks behind and ahead, and the earliest time of a block', () => expectSame(timeCases(world, tipTime)));
  });

  test('behavior: results that differ between runs', async () =>
    expectSame([
      // Later, so that no block is one that was invalidated.
      call('setmocktime', [world.tip.time + 120]),
      ...calls('generatetoaddress', [[1, TRUE_ADDRESS], [2, TRUE_ADDRESS], { nblocks: 1, address: TRUE_ADDRESS }], 'types'),
      ...calls('generatetodescriptor', [[1, 'raw(51)']], 'types'),
      ...calls(
        'generateblock',
        [
          [TRUE_ADDRESS, []],
          [TRUE_ADDRESS, [], true],
          [TRUE_ADDRESS, [], false],
          ['raw(51)', []],
        ],
        'types',
      ),
      call('getblockcount'),
      call('getmininginfo'),
      ...calls('stop', [[1, 2], ['x']]),
    ]));

  test('behavior: no deliberate difference is stale', () => {
    expect(DELIBERATE.filter((difference) => difference.sometimes !== true && !met.has(difference)).map(({ name }) => name)).toEqual([]);
  });
});

/** The methods that both have: this bitcoind runs without wallets. */
async function comparedMethods() {
  return (await allMethods()).filter(({ name, category }) => category !== 'Wallet' && ![...ONLY_CORE, ...OWN_METHODS].includes(name));
}

/** The category of each method in a list of `help`. */
function categories(help: string): Map<string, string> {
  let category = '';
  const methods = new Map<string, string>();
  for (const line of help.split('\n')) {
    const heading = /^== (\w+) ==$/.exec(line)?.[1];
    if (heading !== undefined) category = heading;
    else if (line !== '') methods.set(line.split(' ')[0] ?? '', category);
  }
  return methods;
}

function spendAll(txid: string | undefined): string {
  return rawTx({ inputs: [{ txid: txid ?? '' }], outputs: [{ value: 50n * COIN - 1n }, { value: 1n }] });
}
