import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCore } from '#dist/bitcoin/node/core.js';
import { handleBody } from '#dist/bitcoin/node/rpc/handle-body.js';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { createMethodLookup } from '#dist/bitcoin/node/rpc/methods/find-method.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, coinbaseTxid, rawTx } from '../transactions.js';
import { contextOf } from './context.js';

const core = createCore({});
while (core.chain.tip().height < 105) core.miner.mine(TRUE_SCRIPT);
const start = core.snapshot();
const findMethod = createMethodLookup();
const context = contextOf(core);
const coinbase = coinbaseTxid(core.chain.at(1)!);
const raw = rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] });

/** Without calls that wait for a new tip, which would block. */
const names = (await allMethods()).map(({ name }) => name).filter((name) => !name.startsWith('waitfor'));
const value = fc.oneof(
  fc.constantFrom(
    raw,
    raw.slice(0, -2),
    coinbase,
    core.chain.tip().hash,
    TRUE_ADDRESS,
    `addr(${TRUE_ADDRESS})`,
    'start',
    'raw(51)',
    '',
    '00',
  ),
  fc.constantFrom(0, 1, -1, 0.5, 1e300, 2 ** 31, 3, null, true, false),
  fc.jsonValue({ maxDepth: 2 }),
);
const params = fc.oneof(
  fc.array(value, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('args', 'txid', 'blockhash', 'height', 'verbose', 'hexstring', 'x'), value),
);
const request = fc.record(
  { jsonrpc: fc.constantFrom('1.0', '2.0', null, 3), id: value, method: fc.constantFrom(...names), params },
  { requiredKeys: ['method'] },
);

async function answer(body: string): Promise<{ status: number; body: string }> {
  const { status, body: text } = await handleBody(body, findMethod, context);
  expect([200, 204, 400, 404, 500]).toContain(status);
  if (status !== 204) expect(() => JSON.parse(text)).not.toThrow();
  return { status, body: text };
}

describe('behavior: any input gets an answer', () => {
  test('any parameters of any method', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        core.restore(start);
        await answer(JSON.stringify(body));
      }),
      { numRuns: 1_000 },
    );
  });

  test('batches of anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(request, fc.jsonValue()), { maxLength: 5 }), async (batch) => {
        core.restore(start);
        await answer(JSON.stringify(batch));
      }),
      { numRuns: 300 },
    );
  });

  test('text that is not quite JSON', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getblockhash', params: [1] });
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length), fc.nat(3), fc.string(), async (at, cut, insert) => {
        await answer(body.slice(0, at) + insert + body.slice(at + cut));
      }),
      { numRuns: 300 },
    );
  });

  test('transactions and blocks with changed bytes', async () => {
    const block = await answer(JSON.stringify({ method: 'generateblock', params: [TRUE_ADDRESS, [raw], false] }));
    const { hex: blockHex } = JSON.parse(block.body).result;
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 3 }), async (whole, changes) => {
        core.restore(start);
        let bytes = Buffer.from(whole ? blockHex : raw, 'hex');
        for (const { at, byte, cut } of changes) {
          if (bytes.length === 0) break;
          bytes[at % bytes.length] = byte;
          if (cut) bytes = bytes.subarray(0, at % bytes.length);
        }
        const hex = bytes.toString('hex');
        const methods = whole
          ? [['submitblock', hex]]
          : [
              ['sendrawtransaction', hex],
              ['testmempoolaccept', [hex]],
              ['decoderawtransaction', hex],
            ];
        for (const [method, argument] of methods) await answer(JSON.stringify({ method, params: [argument] }));
      }),
      { numRuns: 300 },
    );
  });
});

test('behavior: a long batch lets other requests in between', async () => {
  core.restore(start);
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, method: 'getblockchaininfo' })));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise(setImmediate);
  })();
  await answer(body);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(5);
});
