import { expect, test } from 'vitest';
import { registryPrints } from '#dist/sbtc/bridge/registry-prints.js';
import { PlacedEvents } from '#dist/stacks/protocol/receipt/encoded-events.js';
import type { StacksEvent, StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';

const TXID = `0x${'01'.repeat(32)}`;
const REGISTRY = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.sbtc-registry';

function print(contract: string, index: number, topic = 'print'): StacksEvent {
  const detail = { contract_identifier: contract, topic, raw_value: `0x030${index}` };
  return { type: 'contract_event', txid: TXID, event_index: index, committed: true, contract_event: detail };
}

test('default: the prints of the registry, from events that are encoded or as real nodes send them', () => {
  const transfer = { type: 'stx_transfer_event', txid: TXID, event_index: 0, committed: true, stx_transfer_event: { amount: '1' } };
  const events = [transfer, print('ST1.other', 1), print(REGISTRY, 2), print(REGISTRY, 3, 'other'), print(REGISTRY, 4)];
  for (const given of [events, PlacedEvents.of(events, TXID)]) {
    const receipt = { txid: TXID, status: 'success', events: given } as unknown as StacksReceipt;
    expect(registryPrints([receipt], REGISTRY)).toEqual([
      { txid: TXID, rawValue: '0302' },
      { txid: TXID, rawValue: '0304' },
    ]);
    expect(registryPrints([{ ...receipt, status: 'abort_by_response' }], REGISTRY)).toEqual([]);
  }
});
