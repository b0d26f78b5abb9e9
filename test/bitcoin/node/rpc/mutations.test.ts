import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCore } from '#dist/bitcoin/node/core.js';
import { encodePsbt } from '#dist/bitcoin/node/rpc/decode/decode-psbt.js';
import { handleBody } from '#dist/bitcoin/node/rpc/handle-body.js';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { createMethodLookup } from '#dist/bitcoin/node/rpc/methods/find-method.js';
import { createPsbt } from '#dist/bitcoin/protocol/psbt/psbt.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { createRandom, type Random } from '../../protocol/script/random.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, coinbaseTxid, makeTx, rawTx } from '../transactions.js';
import { contextOf } from './context.js';

// RPC_SEED, RPC_MUTATIONS: which inputs to make and how many.
const { RPC_SEED: seedText, RPC_MUTATIONS: countText } = process.env;
const seed = seedText === undefined ? Date.now() % 1_000_000_000 : Number(seedText);
const count = Number(countText ?? (FULL_LENGTH ? 50_000 : 5_000));
const MAX_BLOCKS = 10;
const MAX_GROWTH_BYTES = 32 * 2 ** 20;
/** JavaScript's messages for a bug in the node, which `execute` would return as an error. */
const FAULT_OF_THE_NODE =
  /Cannot (read|set|convert|mix|destructure)|is not (a|an) (function|iterable|object)|BigInt|Invalid array length|bounds|call stack/;
/** Restores the start after so many inputs, so that accepted ones do not accumulate. */
const RESTORE_EVERY = 50;

const core = createCore({});
while (core.chain.tip().height < 105) core.miner.mine(TRUE_SCRIPT);
const raw = rawTx({ inputs: [{ txid: coinbaseTxid(core.chain.at(1)!) }], outputs: [{ value: 50n * COIN - 1_000n }] });
const child = rawTx({ inputs: [{ txid: coinbaseTxid(core.chain.at(2)!) }], outputs: [{ value: COIN }, { value: 48n * COIN }] });
const findMethod = createMethodLookup();
const context = contextOf(core);
const PSBT = encodePsbt(createPsbt(makeTx({ inputs: [{ txid: coinbaseTxid(core.chain.at(4)!) }], outputs: [{ value: COIN }] })));
const start = core.snapshot();
const hash = core.chain.tip().hash;

const methods = new Map((await allMethods()).map((method) => [method.name, method]));
/** Without calls that wait for a new tip or stop the node, which would block or end the test. */
const names = [...methods.keys()].filter((name) => !name.startsWith('waitfor') && name !== 'stop');
const VALUES: unknown[] = [
  ...[raw, child, hash, coinbaseTxid(core.chain.at(3)!), TRUE_ADDRESS, `addr(${TRUE_ADDRESS})`, 'raw(51)', 'start', 'add', '', '00', 'ä'],
  ...[0, 1, 2, -1, 0.5, 1e300, 1e-9, 2 ** 31, 2 ** 53, null, true, false],
  ...[
    [],
    {},
    [raw],
    [raw, child],
    [hash],
    ['raw(51)'],
    [{ txid: hash, vout: 0 }],
    { [TRUE_ADDRESS]: 1 },
    { data: '00' },
    { rules: ['segwit'] },
  ],
  { mode: 'proposal', data: raw },
  PSBT,
  [PSBT],
  [PSBT, PSBT],
];

async function answer(body: string): Promise<void> {
  const { status, body: text } = await handleBody(body, findMethod, context);
  if (![200, 204, 400, 404, 500].includes(status)) throw new Error(`status ${status} for ${body}`);
  if (status === 204) return;
  const replies: { error?: { code?: unknown; message?: unknown } | null }[] = [JSON.parse(text)].flat();
  for (const { error } of replies) {
    const wellFormed = error === undefined || error === null || (Number.isInteger(error.code) && typeof error.message === 'string');
    if (FAULT_OF_THE_NODE.test(String(error?.message))) throw new Error(`a fault of the node for ${body}: ${text}`);
    if (!wellFormed) throw new Error(`an odd error for ${body}: ${text}`);
  }
}

/** A call with partly meaningful arguments. It never mines more blocks than the test has time for. */
function call(random: Random): Record<string, unknown> {
  const method = random.pick(names);
  const list = Array.from({ length: random.below(5) }, () => random.pick(VALUES));
  if (/^generateto/.test(method) && typeof list[0] === 'number') list[0] = Math.min(list[0], 3);
  const parameters = methods.get(method)?.parameters ?? [];
  const params = random.below(4) === 0 ? Object.fromEntries(list.map((value, at) => [parameters[at]?.name ?? 'x', value])) : list;
  return { jsonrpc: random.pick(['1.0', '2.0', null, 3]), id: random.pick(VALUES), method, params };
}

/** Text with a few characters replaced, removed, doubled or moved. */
function damaged(random: Random, text: string): string {
  let result = text;
  for (let times = random.below(4); times > 0 && result !== ''; times--) {
    const [at, length] = [random.below(result.length), 1 + random.below(8)];
    const [head, part, tail] = [result.slice(0, at), result.slice(at, at + length), result.slice(at + length)];
    result = random.pick([
      head + tail,
      head + part + part + tail,
      tail + part + head,
      head + random.pick(['"', '{', '[', ']', '}', ',', '0', '\u0000', '\ud800']) + tail,
    ]);
  }
  return mayRun(result) ? result : '';
}

/** Whether a text mines no more blocks than the test has time for. */
function mayRun(text: string): boolean {
  try {
    return [JSON.parse(text)].flat().every((item) => !/^generateto/.test(item?.method) || !(Number([item.params].flat()[0]) > MAX_BLOCKS));
  } catch {
    return true;
  }
}

function damagedBytes(random: Random, text: string): string {
  const bytes = Buffer.from(text, 'hex');
  for (let times = 1 + random.below(3); times > 0; times--) bytes[random.below(bytes.length)] = random.below(256);
  const at = random.below(bytes.length);
  const cut = random.pick([bytes, bytes, bytes, bytes.subarray(0, at), Buffer.concat([bytes, bytes.subarray(at)])]);
  return cut.toString('hex');
}

async function each(times: number, task: (random: Random, number: number) => Promise<void>): Promise<void> {
  const random = createRandom(seed);
  for (let number = 0; number < times; number++) {
    if (number % RESTORE_EVERY === 0) core.restore(start);
    await task(random, number);
  }
  core.restore(start);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test(`error: ${count} damaged bodies, transactions and blocks get replies and do not leak memory, RPC_SEED=${seed}`, {
  timeout: 120_000,
}, async () => {
  const bodies = (times: number) =>
    each(times, (random) => answer(damaged(random, JSON.stringify(random.below(5) === 0 ? [call(random), call(random)] : call(random)))));
  const transactions = (times: number) =>
    each(times, async (random) => {
      const text = damagedBytes(random, random.pick([raw, child]));
      const method = random.pick([
        'sendrawtransaction',
        'decoderawtransaction',
        'testmempoolaccept',
        'submitpackage',
        'combinerawtransaction',
      ]);
      const list = ['sendrawtransaction', 'decoderawtransaction'].includes(method) ? [text] : [[text]];
      await answer(JSON.stringify({ method, params: list }));
    });
  const { hex: block } = JSON.parse(
    (await handleBody(JSON.stringify({ method: 'generateblock', params: [TRUE_ADDRESS, [raw, child], false] }), findMethod, context)).body,
  ).result;
  const blocks = (times: number) =>
    each(times, async (random) => {
      const text = damagedBytes(random, block);
      await answer(
        JSON.stringify(
          random.pick([
            { method: 'submitblock', params: [text] },
            { method: 'getblocktemplate', params: [{ mode: 'proposal', data: text }] },
            { method: 'submitheader', params: [text] },
          ]),
        ),
      );
    });
  const all = async (share: number) => {
    await bodies(Math.ceil(share * 0.6));
    await transactions(Math.ceil(share * 0.2));
    await blocks(Math.ceil(share * 0.2));
  };
  // The warm-up fills caches and compiles code before the first measurement.
  await all(count / 10);
  const before = heap();
  await all(count);
  expect(heap() - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect(core.chain.tip().hash).toBe(hash);
  expect(core.mempool.pool.count()).toBe(0);
});
