import { expect, test } from 'vitest';
import { Mempool } from '#dist/stacks/history/chain/mempool.js';
import type { PendingKey, PendingList, PendingOrder } from '#dist/stacks/history/chain/pending-index.js';
import { PendingTransaction } from '#dist/stacks/history/chain/pending-transaction.js';
import { ADDRESS, deploy, OTHER_ADDRESS, OTHER_KEY, type Signed, sponsored, transfer } from './support/blocks.js';

const ORDERS: PendingOrder[] = ['receipt', 'age asc', 'age desc', 'fee asc', 'fee desc', 'size asc', 'size desc'];
const KEYS: PendingKey[] = [
  'all',
  `from ${ADDRESS}`,
  `from ${OTHER_ADDRESS}`,
  `to ${OTHER_ADDRESS}`,
  `signer ${ADDRESS}`,
  `party ${OTHER_ADDRESS}`,
  `deploy ${ADDRESS}.c3`,
  'from ST000000000000000000002AMW42H',
];

const pending = ({ txid, rawTx }: Signed, since: number) => new PendingTransaction({ txid, rawTx, since, height: 1 });
const txids = (list: Iterable<PendingTransaction>) => [...list].map(({ txid }) => txid);
const everything = (list: (key: PendingKey) => PendingList) =>
  KEYS.map((key) => [key, txids(list(key)), ...ORDERS.map((order) => txids(list(key).sorted(order)))]);

/** Transactions of both keys of each kind, with equal fees and sizes among them. */
async function transactions(): Promise<Signed[]> {
  const own = [0, 1, 2].map((nonce) => transfer(nonce, { fee: nonce === 1 ? 700n : 200n }));
  const others = [0, 1, 2].map((nonce) => transfer(nonce, { senderKey: OTHER_KEY, fee: BigInt(200 + 100 * nonce) }));
  return Promise.all([...own, deploy(3), deploy(4), ...others, sponsored(3, 5), sponsored(4, 6)]);
}

test('behavior: lists that follow the mempool are those of a mempool that is asked once, whatever changes', async () => {
  const signed = await transactions();
  const mempool = new Mempool();
  // A fixed walk that adds, drops and adds again, with equal times of arrival.
  for (let step = 0; step < 60; step++) {
    const one = signed[(step * 7) % signed.length];
    if (one === undefined) throw new RangeError('no transaction');
    if (step % 5 === 4) mempool.drop(one.txid, { reason: 'ReplaceByFee' });
    else mempool.add(pending(one, 100 + Math.floor(step / 3)));
    const fresh = new Mempool();
    fresh.restore(mempool.state());
    expect(everything((key) => mempool.list(key))).toEqual(everything((key) => fresh.list(key)));
  }
  expect(mempool.size).toBe(mempool.pending().length);
});

test('default: finds by role; equals are in the order of arrival', async () => {
  const [first, second, dear, call, other, paid] = [
    ...[await transfer(0), await transfer(1), await transfer(2, { fee: 900n })],
    ...[await deploy(3), await transfer(0, { senderKey: OTHER_KEY }), await sponsored(1, 9)],
  ] as const;
  const mempool = new Mempool();
  for (const [index, one] of [first, second, dear, call, other, paid].entries()) mempool.add(pending(one, 100 + (index >> 1)));
  const found = (key: PendingKey) => txids(mempool.list(key));
  expect(found(`from ${ADDRESS}`)).toEqual([first, second, dear, call].map(({ txid }) => txid));
  expect(found(`to ${ADDRESS}`)).toEqual([other.txid, paid.txid]);
  expect(found(`signer ${ADDRESS}`)).toEqual([first, second, dear, call, paid].map(({ txid }) => txid));
  expect(found(`party ${ADDRESS}.c3`)).toEqual([call.txid]);
  expect(found(`deploy ${ADDRESS}.c3`)).toEqual([call.txid]);
  expect(txids(mempool.list(`from ${ADDRESS}`).sorted('fee desc'))).toEqual([dear, first, second, call].map(({ txid }) => txid));
  expect(txids(mempool.list(`from ${ADDRESS}`).sorted('age desc'))).toEqual([dear, call, first, second].map(({ txid }) => txid));
  mempool.drop(dear.txid, { reason: 'StaleGarbageCollect' });
  expect(txids(mempool.list(`from ${ADDRESS}`).sorted('fee desc'))).toEqual([first, second, call].map(({ txid }) => txid));
});

test('behavior: what is derived from a list is made again after a change, or for another key', async () => {
  const mempool = new Mempool();
  mempool.add(pending(await transfer(0), 100));
  let makes = 0;
  const count = (key?: number) => mempool.list('all').derive('count', (list) => [++makes, [...list].length], key);
  expect([count(), count(), count(1), count(1)]).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 1],
  ]);
  mempool.add(pending(await transfer(1), 100));
  expect(count(1)).toEqual([3, 2]);
});

test('behavior: what this package cannot read is pending, and found by nobody', () => {
  const mempool = new Mempool();
  mempool.add(pending({ txid: `0x${'11'.repeat(32)}`, rawTx: '0x00' }, 100));
  expect(mempool.list('all').size).toBe(1);
  mempool.drop(`0x${'11'.repeat(32)}`, { reason: 'Unknown' });
  expect(mempool.list('all').size).toBe(0);
});
