import { expect, test } from 'vitest';
import { eventObject } from '#dist/cli/printed/event-object.js';
import { logObject } from '#dist/cli/printed/log-object.js';
import type { DevnetEvent } from '#dist/network/types.js';
import { decodeEvent } from '#dist/stacks/protocol/receipt/contract-event.js';

const CONTRACT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter';
const block = (raw_value: string): DevnetEvent => ({
  ...{ type: 'stacks.block', height: 2, hash: '0xb', blockHash: '0xc', parentHash: '0xa', consensusHash: 'd' },
  ...{ burnHeight: 1, burnHash: 'e', time: 0 },
  receipts: [
    {
      ...{ txid: '0x01', rawTx: '0x', txIndex: 0, status: 'success', rawResult: '0x03', vmError: null },
      cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
      events: [
        {
          ...{ type: 'contract_event', txid: '0x01', event_index: 0, committed: true },
          contract_event: { contract_identifier: CONTRACT, topic: 'print', raw_value },
        },
      ].map(decodeEvent),
    },
  ],
});

test('default: for scripts, a receipt has its status and what contracts printed', () => {
  expect(eventObject(block('0x0703'), 0)).toMatchObject({
    transactions: [
      {
        ...{ txid: '0x01', status: 'success' },
        printed: [{ contract_identifier: CONTRACT, topic: 'print', raw_value: '0x0703', value: { repr: '(ok true)', json: { ok: true } } }],
      },
    ],
  });
});

test('behavior: time is the wall clock in every line, and the time of the chain has another name', () => {
  const at = Date.UTC(2026, 10, 24, 9);
  expect(eventObject(block('0x0703'), at)).toMatchObject({ type: 'stacks.block', time: '2026-11-24T09:00:00.000Z', blockTime: 0 });
  const payment = { type: 'faucet.payment', chain: 'stacks', coin: 'stx', txId: '0x01', address: 'ST1', amount: '5' } as const;
  expect(eventObject(payment, at)).toEqual({ ...payment, time: '2026-11-24T09:00:00.000Z' });
  expect(logObject({ type: 'request', status: 200 }, at)).toEqual({ type: 'request', time: '2026-11-24T09:00:00.000Z', status: 200 });
});
