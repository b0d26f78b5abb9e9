import { expect, test } from 'vitest';
import { RecordLog } from '#dist/base/storage/record-log.js';
import { Chain } from '#dist/stacks/history/chain/chain.js';
import { Mempool } from '#dist/stacks/history/chain/mempool.js';
import { PendingTransaction } from '#dist/stacks/history/chain/pending-transaction.js';
import { BlockRecord } from '#dist/stacks/history/chain/records.js';
import { Lookup } from '#dist/stacks/history/lookup/lookup.js';
import { ADDRESS, blockEvent, GENESIS_PARENT, receiptFor, transfer } from './support/blocks.js';

const log = new RecordLog();
const record = (...parameters: Parameters<typeof blockEvent>) => new BlockRecord(blockEvent(...parameters), log);

/** Genesis and two branches on it: a1, a2 and b1. */
async function branches() {
  const tx = await transfer(0);
  const genesis = record(0, GENESIS_PARENT, []);
  const a1 = record(1, genesis.hash, [receiptFor(tx)], 'a');
  const a2 = record(2, a1.hash, [], 'a');
  const b1 = record(1, genesis.hash, [], 'b');
  return { tx, genesis, a1, a2, b1 };
}

test('default: blocks are found by height, by either hash and by transaction', async () => {
  const { tx, genesis, a1, a2 } = await branches();
  const chain = new Chain();
  for (const block of [genesis, a1, a2]) chain.push(block);
  expect(chain.tip).toBe(a2);
  expect(chain.at(1)).toBe(a1);
  expect(chain.find(a1.hash)).toBe(a1);
  expect(chain.find(a1.facts.blockHash)).toBe(a1);
  expect(chain.transaction(tx.txid)?.block).toBe(a1);
  expect(chain.transaction(`0x${'ab'.repeat(32)}`)).toBeUndefined();
});

test('behavior: blocks that left the chain are still found, and come back', async () => {
  const { tx, genesis, a1, a2, b1 } = await branches();
  const chain = new Chain();
  for (const block of [genesis, a1, a2]) chain.push(block);
  chain.leaveAbove(0);
  chain.push(b1);
  expect(chain.tip).toBe(b1);
  expect(chain.isCanonical(a1)).toBe(false);
  expect(chain.find(a2.hash)).toBe(a2);
  expect(chain.transaction(tx.txid)?.block).toBe(a1);
  const seen: string[] = [];
  chain.listen({ entered: ({ hash }) => seen.push(`+${hash}`), left: ({ hash }) => seen.push(`-${hash}`) });
  expect(chain.switchTo(a2)).toBe(true);
  expect(seen).toEqual([`-${b1.hash}`, `+${a1.hash}`, `+${a2.hash}`]);
  expect(chain.switchTo(record(2, `0x${'00'.repeat(32)}`, [])), 'a block that the chain does not have').toBe(false);
});

test('behavior: of a transaction in many blocks the canonical one counts, else the last one', async () => {
  const { tx, genesis } = await branches();
  const chain = new Chain();
  chain.push(genesis);
  const blocks = ['a', 'b', 'c'].map((branch) => record(1, genesis.hash, [receiptFor(tx)], branch));
  for (const block of blocks) {
    chain.push(block);
    expect(chain.transaction(tx.txid)?.block).toBe(block);
    chain.leaveAbove(0);
  }
  expect(chain.transaction(tx.txid)?.block).toBe(blocks[2]);
  expect(chain.switchTo(blocks[0] ?? genesis)).toBe(true);
  expect(chain.transaction(tx.txid)?.block).toBe(blocks[0]);
});

test('behavior: with a limit the oldest blocks are forgotten', async () => {
  const { tx, genesis, a1, a2 } = await branches();
  const chain = new Chain();
  chain.limit(2);
  for (const block of [genesis, a1, a2]) chain.push(block);
  expect(chain.first).toBe(a1);
  expect(chain.find(genesis.hash)).toBeUndefined();
  chain.push(record(3, a2.hash, []));
  expect(chain.transaction(tx.txid)).toBeUndefined();
});

test('behavior: a transaction leaves the mempool with its block, and waits again when the block leaves the chain', async () => {
  const { tx, a1 } = await branches();
  const mempool = new Mempool();
  mempool.add(new PendingTransaction({ ...tx, since: 5, height: 0 }));
  expect(mempool.find(tx.txid)?.since).toBe(5);
  mempool.entered(a1);
  expect(mempool.find(tx.txid)).toBeUndefined();
  mempool.left(a1);
  // It arrived when it did first.
  expect(mempool.find(tx.txid)).toMatchObject({ orphanOf: a1, since: 5, height: 0 });
  mempool.drop(tx.txid, { reason: 'ReplaceByFee', replacedBy: '0xff' });
  expect(mempool.pending()).toEqual([]);
  expect(mempool.findDropped(tx.txid)).toMatchObject({ reason: 'ReplaceByFee', replacedBy: '0xff', pending: { rawTx: tx.rawTx } });
});

test('behavior: transactions of genesis are in no list of an account, and use no nonce', async () => {
  const { genesis, a1 } = await branches();
  const chain = new Chain();
  chain.push(record(0, GENESIS_PARENT, [receiptFor(await transfer(7))]));
  chain.push(record(1, chain.tip?.hash ?? genesis.hash, [receiptFor(await transfer(0))]));
  const account = (await Lookup.of(chain)).accounts.find(ADDRESS);
  expect(Array.from(account?.transactions ?? [], ({ block }) => block.height)).toEqual([a1.height]);
  expect(Array.from(account?.own ?? [], ({ block }) => block.height)).toEqual([a1.height]);
});
