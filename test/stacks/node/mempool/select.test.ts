import { makeSTXTokenTransfer } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { nextSortition } from '#dist/stacks/node/chain/state/sortition.js';
import { poolEntry } from '#dist/stacks/node/mempool/entry.js';
import { Pool, type PoolEntry } from '#dist/stacks/node/mempool/pool.js';
import { selectTransactions } from '#dist/stacks/node/mempool/select.js';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { burnBlock, WALLET_1, WALLET_2 } from '../test-node.js';

const TENURE = nextSortition(undefined, burnBlock(0));
const RECIPIENT = 'ST000000000000000000002AMW42H';

async function transfer(senderKey: string, nonce: bigint, fee: bigint): Promise<PoolEntry> {
  const wire = await makeSTXTokenTransfer({ recipient: RECIPIENT, amount: 1n, senderKey, nonce, fee, network: 'testnet' });
  return poolEntry(decodeTransaction(Buffer.from(wire.serialize(), 'hex')), TENURE);
}

function select(entries: PoolEntry[]): PoolEntry[] {
  const pool = new Pool();
  for (const entry of entries) pool.add(entry);
  return selectTransactions({ pool, nonce: () => 0n, accept: () => true });
}

test('default: the next nonces, the best payer first, then what follows', async () => {
  const a0 = await transfer(WALLET_1.key, 0n, 200n);
  const a1 = await transfer(WALLET_1.key, 1n, 900n);
  const b0 = await transfer(WALLET_2.key, 0n, 300n);
  expect(select([a1, a0, b0])).toEqual([b0, a0, a1]);
});

test('behavior: a gap holds back what comes after it', async () => {
  const a0 = await transfer(WALLET_1.key, 0n, 200n);
  const a2 = await transfer(WALLET_1.key, 2n, 200n);
  expect(select([a0, a2])).toEqual([a0]);
});

test('behavior: one entry for each nonce; a replacement takes the place of the other', async () => {
  const pool = new Pool();
  const low = await transfer(WALLET_1.key, 0n, 200n);
  const high = await transfer(WALLET_1.key, 0n, 400n);
  expect(pool.add(low)).toEqual([]);
  const before = pool.snapshot();
  expect(pool.add(high)).toEqual([low]);
  expect(pool.size).toBe(1);
  expect(pool.get(low.transaction.txid)).toBeUndefined();
  pool.restore(before);
  expect([...pool.entries()]).toEqual([low]);
});
