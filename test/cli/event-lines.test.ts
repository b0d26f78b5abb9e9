import { expect, test } from 'vitest';
import { decodeEvents } from '#dist/chains/stacks/receipt/contract-event.js';
import { eventLines, eventObject } from '#dist/cli/event-lines.js';
import type { DevnetEvent } from '#dist/devnet/types.js';

const CONTRACT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter';
const block = (raw_value: string): DevnetEvent => ({
  ...{ type: 'stacks.block', height: 2, hash: '0xb', blockHash: '0xc', parentHash: '0xa', consensusHash: 'd' },
  ...{ burnHeight: 1, burnHash: 'e', time: 0 },
  receipts: [
    {
      ...{ txid: '0x01', rawTx: '0x', txIndex: 0, status: 'success', rawResult: '0x03', vmError: null },
      cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
      events: decodeEvents([
        {
          ...{ type: 'contract_event', txid: '0x01', event_index: 0, committed: true },
          contract_event: { contract_identifier: CONTRACT, topic: 'print', raw_value },
        },
      ]),
    },
  ],
});

test('default: what contracts print is below their transaction', () => {
  expect(eventLines(block('0x0703')).slice(1)).toEqual(['           0x01  success', `             ${CONTRACT}  print (ok true)`]);
  expect(eventObject(block('0x0703'))).toMatchObject({
    transactions: [
      {
        ...{ txid: '0x01', status: 'success' },
        printed: [{ contract_identifier: CONTRACT, topic: 'print', raw_value: '0x0703', value: { repr: '(ok true)', json: { ok: true } } }],
      },
    ],
  });
});

test('behavior: long values are cut, and control characters escaped', () => {
  const ascii = (text: string) => `0x0d${text.length.toString(16).padStart(8, '0')}${Buffer.from(text).toString('hex')}`;
  expect(eventLines(block(ascii('a'.repeat(500)))).at(-1)).toBe(`             ${CONTRACT}  print "${'a'.repeat(199)}…`);
  expect(eventLines(block(ascii('a\nb'))).at(-1)).toBe(`             ${CONTRACT}  print "a\\nb"`);
});
