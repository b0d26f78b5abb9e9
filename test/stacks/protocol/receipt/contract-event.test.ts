import { expect, test } from 'vitest';
import { decodeEvent } from '#dist/stacks/protocol/receipt/contract-event.js';

const base = { txid: '0x01', event_index: 0, committed: true };
const printed = (raw_value: string) => ({
  ...base,
  type: 'contract_event',
  contract_event: { contract_identifier: 'ST000000000000000000002AMW42H.pox-4', topic: 'print', raw_value },
});

test('default: a print gets its value; the given event and other events stay as they are', () => {
  const print = printed('0x0703');
  const transfer = { ...base, type: 'stx_transfer_event', stx_transfer_event: { amount: '1' } };
  const decoded = [print, transfer].map(decodeEvent);
  expect(decoded).toEqual([
    { ...print, contract_event: { ...print.contract_event, value: { repr: '(ok true)', json: { ok: true } } } },
    transfer,
  ]);
  expect(decoded[1]).toBe(transfer);
  expect(print.contract_event).not.toHaveProperty('value');
  expect(decoded.map(decodeEvent)[0]).toBe(decoded[0]);
});

test('behavior: a value that is nested too deep, or is none, has no value', () => {
  for (const raw of [`0x${'0a'.repeat(16)}03`, '0xff', '']) {
    const event = decodeEvent(printed(raw));
    expect(event.contract_event?.value).toBeUndefined();
    expect(JSON.stringify(event)).toBe(JSON.stringify(printed(raw)));
  }
});
