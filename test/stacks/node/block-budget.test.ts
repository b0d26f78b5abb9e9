import { expect, test } from 'vitest';
import type { StacksNodeEvent } from '#dist/stacks/node/types.js';
import { DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const TWENTY = `(list ${Array.from({ length: 20 }, (_, i) => `(+ u${i} (* n u20))`).join(' ')})`;
/** Of the 15,000 writes that a block may do, `write` does 8,000 and `burn` 16,000. */
const SOURCE = `
  (define-map written uint uint)
  (define-private (put (n uint)) (map-set written n n))
  (define-private (row (n uint)) (map put ${TWENTY}))
  (define-private (rows (n uint)) (map row ${TWENTY}))
  (define-private (all (n uint)) (map rows ${TWENTY}))
  (define-public (write) (begin (all u0) (ok true)))
  (define-public (burn) (begin (all u0) (all u1) (ok true)))`;

async function heavyNode() {
  const node = await startTestNode({ mining: 'manual' });
  const blocks: string[][] = [];
  const dropped: string[] = [];
  node.subscribe((event: StacksNodeEvent) => {
    if (event.type === 'block') blocks.push(event.receipts.map(({ txid }) => txid.slice(2)));
    if (event.type === 'mempool-dropped') dropped.push(event.txid.slice(2));
  });
  await deploy(node.url, DEPLOYER, { name: 'heavy', source: SOURCE, nonce: 0n });
  await node.mine();
  blocks.length = 0;
  return { node, blocks, dropped, contract: `${DEPLOYER.address}.heavy` };
}

test('behavior: a block takes no more than its budget; what does not fit waits, and what costs less goes ahead', async () => {
  const { node, blocks, contract } = await heavyNode();
  await using _ = node;
  const first = await call(node.url, DEPLOYER, { contract, fn: 'write', nonce: 1n });
  const second = await call(node.url, WALLET_1, { contract, fn: 'write', nonce: 0n });
  const later = await transfer(node.url, WALLET_1, { recipient: WALLET_2.address, amount: 5n, nonce: 1n });
  const free = await transfer(node.url, WALLET_2, { recipient: WALLET_1.address, amount: 5n, nonce: 0n });
  await node.mine();
  await node.mine();
  // which of the two calls comes first is for their equal fees to say
  const [one, other] = blocks[0]?.includes(first) ? [first, second] : [second, first];
  expect(new Set(blocks[0])).toEqual(new Set(one === first ? [first, free] : [second, later, free]));
  expect(new Set(blocks[1])).toEqual(new Set(one === first ? [other, later] : [other]));
});

test('behavior: what follows a transaction that is dropped waits for its nonce', async () => {
  const { node, blocks, dropped, contract } = await heavyNode();
  await using _ = node;
  const expensive = await call(node.url, DEPLOYER, { contract, fn: 'burn', nonce: 1n });
  const next = await transfer(node.url, DEPLOYER, { recipient: WALLET_2.address, amount: 5n, nonce: 2n });
  await node.mine();
  await node.mine();
  expect(dropped).toEqual([expensive]);
  expect(blocks).toEqual([[], []]);
  const filler = await transfer(node.url, DEPLOYER, { recipient: WALLET_2.address, amount: 7n, nonce: 1n });
  await node.mine();
  expect(blocks[2]).toEqual([filler, next]);
});
