import { expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import type { Peer } from '#dist/bitcoin/node/peers/peer.js';
import { createOrphanage } from '#dist/bitcoin/node/peers/transactions/orphanage.js';
import { makeTx } from '../transactions.js';

const [GOOD, BAD] = [1, 2].map((id) => ({ id }) as Peer) as [Peer, Peer];

/** A transaction with missing parents. `n` makes it unique. */
function orphan(n: number, { inputs = 1, size = 34 } = {}) {
  const parents = Array.from({ length: inputs }, (_, index) => ({ txid: `${n * 100 + index}`.padStart(64, '0') }));
  return recordTx(makeTx({ inputs: parents, outputs: [{ value: 1n, scriptPubKey: new Uint8Array(size) }] }));
}

test('behavior: a flood of one peer drives out its own oldest orphans, and none of others', () => {
  const orphanage = createOrphanage();
  const few = [1, 2, 3].map((n) => orphan(n));
  for (const record of few) orphanage.add(record, GOOD);
  for (let n = 10; n < 3200; n++) orphanage.add(orphan(n), BAD);
  const of = ({ id }: Peer) => orphanage.list().filter(({ from }) => from.includes(id));
  // 404,000 weight units for each of two peers, less what the first uses.
  expect(of(GOOD)).toHaveLength(3);
  const { weight } = orphan(10);
  expect(of(BAD)).toHaveLength(Math.floor((2 * 404_000) / weight) - 3);
  expect(orphanage.has(orphan(10).wtxid)).toBe(false);
  expect(orphanage.has(orphan(3199).wtxid)).toBe(true);
});

test('behavior: an orphan of several peers stays until the last of them is gone, and until its parent comes', () => {
  const orphanage = createOrphanage();
  const shared = orphan(1);
  orphanage.add(shared, GOOD);
  orphanage.add(shared, BAD);
  orphanage.closed(GOOD);
  expect(orphanage.list()).toEqual([{ record: shared, from: [BAD.id] }]);
  orphanage.closed(BAD);
  expect(orphanage.list()).toEqual([]);

  const parent = recordTx(makeTx({ inputs: [{ txid: 'aa'.repeat(32) }], outputs: [{ value: 1n }] }));
  const child = recordTx(makeTx({ inputs: [{ txid: parent.txid }], outputs: [{ value: 1n }] }));
  orphanage.add(child, GOOD);
  expect(orphanage.takeChildren(parent)).toEqual([child]);
  expect(orphanage.list()).toEqual([]);
});

test('error: an orphan that is too large to be relayed is not kept', () => {
  const orphanage = createOrphanage();
  const large = orphan(1, { size: 100_000 });
  orphanage.add(large, GOOD);
  expect(orphanage.has(large.wtxid)).toBe(false);
});
