import type { Recorder } from '../../conversation/recorder.js';
import { TRUE_ADDRESS } from '../../harness.js';
import { COIN, rawTx } from '../../transactions.js';
import { banCases } from './ban-cases.js';
import { blockCases, withoutReservedValue } from './block-cases.js';
import { type Case, call, calls, named } from './case.js';
import { chainCases } from './chain-cases.js';
import type { RpcClient } from './client.js';
import { formCases } from './form-cases.js';
import { HTTP_CASES } from './http-cases.js';
import { earlyBlockCases, headerCases, miningCases } from './mining-cases.js';
import { nodeCases } from './node-cases.js';
import { HIDDEN_METHODS, HIDDEN_NOT_OFFERED, NOT_OFFERED } from './not-offered.js';
import { packageCases } from './package-cases.js';
import { limitCases, policyCases } from './policy-cases.js';
import { proofCases } from './proof-cases.js';
import { mutatedCases, psbtArgumentCases, vectorCases } from './psbt-cases.js';
import { fundPsbts, psbtKindCases, psbtTapscriptCases, psbtWitnessScriptCases } from './psbt-flow-cases.js';
import { signingCases } from './signing-cases.js';
import { submissionCases } from './submission-cases.js';
import { timeCases } from './time-cases.js';
import { transactionCases } from './transaction-cases.js';
import { utilCases } from './util-cases.js';
import { createWorld, hand, type World } from './world.js';

const PSBT_SEED = 1;
const PSBT_MUTATIONS = 200;

/** Says all of a chapter to bitcoind. @param maker has the same chain and mempool, and makes what the chapter sends */
type Chapter = (talk: Recorder & { maker: RpcClient; world: World }) => Promise<void>;

/** The conversation about RPC, chapter by chapter. Each begins where the one before has ended. */
export const CHAPTERS: Record<string, Chapter> = {
  http: ({ say }) => say(HTTP_CASES),
  chain: ({ say, world }) => say(chainCases(world)),
  transactions: ({ say, world }) => say(transactionCases(world)),
  submissions: ({ say, world }) => say(submissionCases(world)),
  utilities: ({ say, world }) => say(utilCases(world)),
  node: ({ say, world }) => say(nodeCases(world)),
  bans: ({ say, world }) => say(banCases(world.tip.time + 60)),
  proofs: async ({ say, world, maker }) => say(await proofCases(world, maker)),
  signatures: async ({ say, world, maker }) => say(await signingCases(world, maker)),
  mining: async ({ say, world, maker }) => say(await miningCases(world, maker)),
  replacement: async ({ say, world }) => {
    const raw = rawTx({ inputs: [{ txid: world.replaced }], outputs: [{ value: 50n * COIN - 20_000n }] });
    await say([
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
  },
  blocks: async ({ say, real, maker, world }) => {
    for (const hash of await maker.call('generatetoaddress', 2, TRUE_ADDRESS)) await hand(maker, real, hash);
    const spent = rawTx({ inputs: [{ txid: world.free[5] ?? '' }], outputs: [{ value: 50n * COIN - 1n }, { value: 1n }] });
    await hand(maker, real, (await maker.call('generateblock', 'raw(51)', [spent])).hash);
    const hashes: string[] = await Promise.all([122, 123, 124].map((height) => maker.call('getblockhash', height)));
    await say([
      ...hashes.flatMap((hash) => [0, 1, 2, 3].map((verbosity) => call('getblock', [hash, verbosity]))),
      ...calls('getblockchaininfo', [[]]),
      ...calls('getmempoolinfo', [[]]),
      ...calls('getrawmempool', [[], [false, true]]),
      ...estimates(),
    ]);
  },
  branches: async ({ say, real, maker }) => {
    const state = () => [
      ...['getblockcount', 'getbestblockhash', 'getchaintips', 'getblockchaininfo', 'getrawmempool', 'getmempoolinfo'].map((method) =>
        call(method),
      ),
      call('gettxoutsetinfo'),
    ];
    const first: string = await maker.call('getblockhash', 122);
    const second: string = await maker.call('getblockhash', 123);
    const [coinbase] = (await maker.call('getblock', first)).tx;
    const about = [
      call('getblockheader', [first]),
      call('getblock', [second, 2]),
      call('getrawtransaction', [coinbase, 1]),
      call('gettxout', [coinbase, 0]),
    ];
    await say([call('invalidateblock', [first]), ...state(), ...about, call('invalidateblock', [first])]);
    const [rival]: string[] = await maker.call('generatetodescriptor', 1, 'raw(52)');
    await hand(maker, real, rival as string);
    await say([...state(), ...about, call('reconsiderblock', [second]), ...state(), ...about]);
    await say([call('getblock', [rival, 2]), call('getblockheader', [rival]), call('invalidateblock', [rival]), ...state()]);
    await say([call('reconsiderblock', [rival]), ...state()]);
  },
  'broken-blocks': async ({ say, maker }) => {
    const template = await maker.call('generateblock', TRUE_ADDRESS, [], false);
    await say([
      ...blockCases(template),
      call('getblockcount'),
      ...named('submitblock', { 'without reserved value': [withoutReservedValue(template.hex)], again: [template.hex] }),
      call('getblock', [template.hash, 2]),
      call('invalidateblock', [template.hash]),
      ...named('submitblock', { 'of one that is invalidated': [template.hex] }),
    ]);
    const other = await maker.call('generateblock', 'raw(54)', [], false);
    await say([...named('submitblock', { 'with bytes after it': [`${other.hex}00`] }), call('invalidateblock', [other.hash])]);
  },
  headers: async ({ say, world, maker }) => say(await headerCases(world, maker)),
  'early-blocks': async ({ say, maker }) => {
    const hashes: string[] = await maker.call('generatetodescriptor', 3, 'raw(53)');
    const [first = '', second = '', third = '']: string[] = await Promise.all(hashes.map((hash) => maker.call('getblock', hash, 0)));
    // The maker has them already, so that its answers differ from here on; its chain is the same again at the end.
    await maker.call('invalidateblock', hashes[0]);
    await say(earlyBlockCases([first, second, third], hashes));
  },
  policy: ({ say, world }) => say(policyCases(world)),
  forms: async ({ say, maker }) => say(formCases(await comparedMethods(maker))),
  packages: ({ say, world }) => say(packageCases(world)),
  'psbt-vectors': ({ say }) => say(vectorCases()),
  'psbt-arguments': ({ say, world }) => say(psbtArgumentCases(world)),
  'psbt-mutations': ({ say }) => say(mutatedCases(PSBT_SEED, PSBT_MUTATIONS)),
  'psbt-flows': async ({ say, world, real, maker }) => {
    const coins = await fundPsbts(world, maker, real);
    await say(await psbtKindCases(coins, maker));
    await say(await psbtWitnessScriptCases(coins, maker));
    await say(await psbtTapscriptCases(coins, maker));
  },
  'height-143': async ({ say, world, real, maker }) => {
    const { blocks } = await maker.call('getblockchaininfo');
    const hashes: string[] = await maker.call('generatetodescriptor', 143 - blocks, 'raw(51)');
    for (const hash of hashes) await hand(maker, real, hash);
    const tipTime: number = (await maker.call('getblockchaininfo')).time;
    await say(limitCases(world));
    await say([...estimates(), ...timeCases(world, tipTime)]);
  },
  generating: ({ say, world }) =>
    say([
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
          // The mempool would refuse it.
          [TRUE_ADDRESS, [rawTx({ inputs: [{ txid: world.free[7] ?? '' }], outputs: [{ value: 1n }, { value: 1n }], version: 9 })], false],
        ],
        'types',
      ),
      call('getblockcount'),
      call('getmininginfo'),
      ...calls('stop', [[1, 2], ['x']]),
    ]),
};

/** Records all chapters, and the chain at their beginning, which is the chapter `world`. */
export async function converse(recorder: Recorder, maker: RpcClient, write: (chapter: string) => void): Promise<void> {
  const fresh = ['getblockchaininfo', 'getmininginfo', 'getchaintips', 'getmempoolinfo', 'getchaintxstats', 'getdeploymentinfo'];
  await recorder.say([...fresh.map((method) => call(method)), call('gettxoutsetinfo')]);
  const world = await createWorld(maker, recorder.real);
  write('world');
  for (const [name, chapter] of Object.entries(CHAPTERS)) {
    await chapter({ ...recorder, maker, world });
    write(name);
  }
}

/** What is known of fees after some blocks with transactions. */
function estimates(): Case[] {
  return calls('estimatesmartfee', [[1], [2], [4], [6], [1008]]);
}

/** The methods that both bitcoind and our node have, without those of wallets: this bitcoind runs without. */
async function comparedMethods(maker: RpcClient): Promise<string[]> {
  const help: string = await maker.call('help');
  const listed = [...help.matchAll(/^(?!==)(\S+)/gm)].map(([, name = '']) => name);
  const left = Object.keys({ ...NOT_OFFERED, ...HIDDEN_NOT_OFFERED });
  return [...listed, ...HIDDEN_METHODS].filter((name) => !left.includes(name));
}
