import { expect, test } from 'vitest';
import { decodeEvent } from '#dist/chains/stacks/receipt/contract-event.js';
import { eventObject } from '#dist/cli/printed/event-object.js';
import type { DevnetEvent } from '#dist/devnet/types.js';

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
  expect(eventObject(block('0x0703'))).toMatchObject({
    transactions: [
      {
        ...{ txid: '0x01', status: 'success' },
        printed: [{ contract_identifier: CONTRACT, topic: 'print', raw_value: '0x0703', value: { repr: '(ok true)', json: { ok: true } } }],
      },
    ],
  });
});
