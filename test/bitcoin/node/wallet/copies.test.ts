import { expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { TRUE_SCRIPT } from '../harness.js';

const DESTINATION = 'bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85';

async function call(node: BitcoinNode, method: string, ...params: unknown[]): Promise<unknown> {
  const { text } = await node.ask({ path: '/', body: JSON.stringify({ method, params }) });
  const { result, error } = JSON.parse(text);
  if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** A node whose wallet has one coin that matures with the next block. */
async function startNode(): Promise<{ node: BitcoinNode; address: string }> {
  const node = createBitcoinNode();
  await call(node, 'createwallet', 'w');
  const address = String(await call(node, 'getnewaddress'));
  await call(node, 'generatetoaddress', 1, address);
  node.mine(99, TRUE_SCRIPT);
  return { node, address };
}

const waysToCopy: Record<string, (node: BitcoinNode) => Promise<BitcoinNode>> = {
  fork: async (node) => node.fork(),
  'dump and load': async (node) => {
    const other = createBitcoinNode();
    other.restore(await other.load(await node.dump(node.snapshot())));
    return other;
  },
};

test.each(Object.entries(waysToCopy))('behavior: after %s, a wallet has what happened before its first call', async (_, copy) => {
  const { node, address } = await startNode();
  const other = await copy(node);
  await call(other, 'generatetoaddress', 2, address);
  const before = other.snapshot();
  const lost = other.tip().hash;
  await call(other, 'invalidateblock', lost);
  other.mine(1, TRUE_SCRIPT);
  expect(await call(other, 'getbalances')).toMatchObject({ mine: { trusted: 50, immature: 50 } });
  expect(await call(other, 'listtransactions')).toMatchObject([{ category: 'generate' }, { category: 'immature' }, { category: 'orphan' }]);

  // A snapshot has it, too; and a copy of a copy.
  other.restore(before);
  expect(await call(other, 'getbalances')).toMatchObject({ mine: { trusted: 50, immature: 100 } });
  const third = other.fork();
  await call(third, 'generatetoaddress', 1, address);
  expect(await call(third.fork(), 'getbalances')).toMatchObject({ mine: { trusted: 50, immature: 150 } });
  await call(third, 'sendtoaddress', DESTINATION, 1);
  expect(await call(third, 'getbalance')).toBeLessThan(50);
  await Promise.all([node, other, third].map((each) => each.close()));
});

test('behavior: a wallet knows when it received what came before its first call', async () => {
  const { node, address } = await startNode();
  await call(node, 'setmocktime', 1_800_000_000);
  const other = node.fork();
  await call(other, 'generatetoaddress', 1, address);
  await call(other, 'setmocktime', 1_800_009_000);
  expect(await call(other, 'listtransactions', '*', 1)).toMatchObject([{ timereceived: 1_800_000_000 }]);
  await Promise.all([node.close(), other.close()]);
});
