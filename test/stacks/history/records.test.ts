import { expect, test } from 'vitest';
import { bytesOfPart } from '#dist/base/storage/parts-image.js';
import { RecordLog } from '#dist/base/storage/record-log.js';
import { Chain } from '#dist/stacks/history/chain/chain.js';
import { Mempool } from '#dist/stacks/history/chain/mempool.js';
import { BlockRecord } from '#dist/stacks/history/chain/records.js';
import { typedEventsOf } from '#dist/stacks/history/lookup/outcome.js';
import { readHistory, writeHistory } from '#dist/stacks/history/state-file.js';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { blockEvent, GENESIS_PARENT } from './support/blocks.js';

const txid = `0x${'ab'.repeat(32)}`;
const otherTxid = `0x${'cd'.repeat(32)}`;
const receipt: StacksReceipt = {
  txid,
  rawTx: '0x80800000000aff',
  txIndex: 0,
  status: 'abort_by_response',
  rawResult: '0x0801',
  events: [
    {
      type: 'contract_event',
      txid,
      event_index: 0,
      committed: true,
      contract_event: { topic: 'print', value: 'zeilen\nund „Zeichen“ 🚀' },
    },
    { type: 'stx_burn_event', txid: otherTxid, event_index: 1, committed: false, stx_burn_event: { amount: '1' } },
  ],
  vmError: 'Runtime(Arithmetic("…"))\n',
  cost: { readCount: 1, readLength: 2, runtime: 3_000_000_000, writeCount: 4, writeLength: 5 },
};
const partial: StacksReceipt = {
  ...receipt,
  txid: otherTxid,
  txIndex: 1,
  rawTx: '0x',
  vmError: null,
  events: [],
  unknown: ['events', 'cost'],
};

/** A receipt with its events as a list. */
const plain = (read: StacksReceipt) => ({ ...read, events: [...read.events] });

test('a block reads as it was reported, again and again', () => {
  const { type: _type, receipts, ...facts } = blockEvent(5, GENESIS_PARENT, [receipt, partial]);
  const block = new BlockRecord({ type: 'stacks.block', ...facts, receipts }, new RecordLog());
  expect(block.facts).toEqual(facts);
  expect([txid, otherTxid].map((id) => block.transaction(id)?.index)).toEqual([0, 1]);
  for (const unknown of [`${txid}zz`, txid.toUpperCase(), txid.slice(2), '0x', '0xzz']) expect(block.transaction(unknown)).toBeUndefined();
  expect(block).toMatchObject({ height: 5, hash: facts.hash, burnTime: facts.burnTime, txids: [txid, otherTxid], unknownOutcomes: [] });
  expect(block.transactions.map((transaction) => plain(transaction.receipt()))).toEqual([receipt, partial]);
  const [first] = block.transactions;
  expect(first).toMatchObject({ txid, index: 0 });
  expect(first?.receipt()).not.toBe(first?.receipt());
});

test('behavior: a block without transactions', () => {
  const block = new BlockRecord(blockEvent(5, GENESIS_PARENT, []), new RecordLog());
  expect(block).toMatchObject({ txids: [], transactions: [] });
});

test('behavior: many events are stored in parts, and read again from a state file', async () => {
  const contracts = ['ST1.a', 'ST1.b'];
  const many: StacksReceipt = {
    ...{ ...receipt, status: 'success', txid: otherTxid, txIndex: 1 },
    events: Array.from({ length: 4_000 }, (_, index) => ({
      ...{ type: 'contract_event', txid: otherTxid, event_index: index, committed: true },
      contract_event: { contract_identifier: contracts[index % 2], topic: 'print', raw_value: '0x0703' },
    })),
  };
  const block = new BlockRecord(blockEvent(5, GENESIS_PARENT, [receipt, many]), new RecordLog());
  expect(block.parts.length).toBeGreaterThan(3);
  expect(block.bytes.length).toBeLessThan(2_000);
  const chain = new Chain();
  chain.push(block);
  const loaded = await readHistory(await bytesOfPart((part) => writeHistory(part, chain, new Mempool().state())), block.hash);
  for (const read of [block, ...loaded.blocks.map((bytes) => new BlockRecord(bytes, new RecordLog()))]) {
    expect(read.transactions.map((transaction) => plain(transaction.receipt()))).toEqual([receipt, many]);
    const [, outcome] = read.transactions.map((transaction) => typedEventsOf(transaction.receipt()));
    expect(outcome?.printed()).toEqual(new Map(contracts.map((contract, first) => [contract, ownIndices(first)])));
  }
  function ownIndices(first: number): Uint32Array {
    return Uint32Array.from({ length: 2_000 }, (_, index) => first + 2 * index);
  }
});
