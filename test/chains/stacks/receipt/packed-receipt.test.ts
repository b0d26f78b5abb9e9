import { expect, test } from 'vitest';
import type { StacksReceipt } from '#dist/chains/stacks/receipt/node-receipt.js';
import { packReceipt } from '#dist/chains/stacks/receipt/packed-receipt.js';

const txid = `0x${'ab'.repeat(32)}`;
const receipt: StacksReceipt = {
  txid,
  rawTx: '0x80800000000aff',
  txIndex: 3,
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
    { type: 'stx_burn_event', txid: `0x${'cd'.repeat(32)}`, event_index: 1, committed: false, stx_burn_event: { amount: '1' } },
  ],
  vmError: 'Runtime(Arithmetic("…"))\n',
  cost: { readCount: 1, readLength: 2, runtime: 3_000_000_000, writeCount: 4, writeLength: 5 },
};

test('a packed receipt unpacks to one like it, again and again', () => {
  const packed = packReceipt(receipt);
  expect(packed.txid).toBe(txid);
  expect(packed.unpack()).toEqual(receipt);
  expect(packed.unpack()).toEqual(receipt);
  expect(packed.unpack()).not.toBe(packed.unpack());
});

test('unknown parts stay unknown', () => {
  const partial: StacksReceipt = { ...receipt, rawTx: '0x', vmError: null, events: [], unknown: ['events', 'cost'] };
  expect(packReceipt(partial).unpack()).toEqual(partial);
});

test('packing the same receipt twice shares the bytes', () => {
  expect(packReceipt(receipt)).toBe(packReceipt(receipt));
  expect(packReceipt({ ...receipt })).not.toBe(packReceipt(receipt));
});
