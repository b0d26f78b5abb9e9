import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createOutcomes } from '#dist/engines/common/follow/outcomes.js';
import type { StacksClient } from '#dist/stacks/protocol/client/client.js';
import { readNakamotoBlock } from '#dist/stacks/protocol/codec/nakamoto-block.js';

/** A block of stacks-node 4.0.2 with a call that a post-condition aborted, and the node's replay of it. */
const recorded = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/stacks-node/replayed-block-4.0.2.json'), 'utf8'),
) as { id: string; block: string; replay: { transactions: { txid: string }[] } };
const bytes = Buffer.from(recorded.block, 'hex');
const block = () => readNakamotoBlock(bytes, recorded.id);

/** A stub of a node with these pages; a number is the status of a refusal. */
function node(pages: Record<string, unknown>): Pick<StacksClient, 'getJson'> {
  return {
    async getJson(path, { absent = [] } = {}) {
      const [, page] = Object.entries(pages).find(([start]) => path.startsWith(start)) ?? [];
      const status = page === undefined ? 404 : typeof page === 'number' ? page : 200;
      if (absent.includes(status)) return undefined;
      if (status !== 200) throw new DevnetError('RPC', `refused with ${status}`, { rpcCode: status });
      return page;
    },
  };
}
const ends = new AbortController().signal;

test('default: decodes a block with the requested id', () => {
  const { id, height, transactions, skipped } = block();
  expect({ id, height, skipped: skipped.size }).toEqual({ id: recorded.id, height: expect.any(Number), skipped: 0 });
  expect(transactions.map(({ txid }) => txid)).toEqual(recorded.replay.transactions.map(({ txid }) => txid));
});

test('error: bytes of another block, or of none', () => {
  expect(() => readNakamotoBlock(bytes, '00'.repeat(32))).toThrow(expect.objectContaining({ code: 'RPC' }));
  expect(() => readNakamotoBlock(bytes.subarray(0, 300), recorded.id)).toThrow(expect.objectContaining({ code: 'RPC' }));
});

test('default: with the token the node replays the block', async () => {
  const outcomes = createOutcomes({ stacks: node({ '/v3/blocks/replay/': recorded.replay }), authorization: 'token', ends });
  const { receipts, unknownOutcomes } = await outcomes(block());
  expect(unknownOutcomes).toEqual([]);
  expect(receipts.at(-1)).toMatchObject({
    status: 'abort_by_post_condition',
    rawResult: '0x0703',
    events: [],
    vmError: expect.any(String),
    cost: { readCount: 4 },
  });
});

test('behavior: a refused token is reported once, and outcomes are unknown then', async () => {
  const warnings: string[] = [];
  const stacks = node({ '/v3/blocks/replay/': 401, '/v3/transaction/': { result: '(ok true)' } });
  const outcomes = createOutcomes({ stacks, authorization: 'wrong', onWarning: (text) => warnings.push(text), ends });
  for (const { receipts, unknownOutcomes } of [await outcomes(block()), await outcomes(block())]) {
    expect(receipts).toEqual([]);
    expect(unknownOutcomes).toMatchObject([
      { reason: expect.stringContaining('(ok true), but the node does not report whether a post-condition') },
    ]);
  }
  expect(warnings).toEqual(['external.stacksToken: the node refuses it, so its blocks are not replayed']);
});

test('behavior: without an index, outcomes of calls are unknown', async () => {
  const { unknownOutcomes } = await createOutcomes({ stacks: node({ '/v3/transaction/': 501 }), ends })(block());
  expect(unknownOutcomes).toMatchObject([{ reason: 'the node has no index of transactions', hint: expect.stringContaining('auth_token') }]);
});
