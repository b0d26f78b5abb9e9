import { expect, test } from 'vitest';
import { EncodedEvents, EventsPart, PlacedEvents } from '#dist/stacks/protocol/receipt/encoded-events.js';
import { countEvents, eachEvent, extendReceipt, withEvents } from '#dist/stacks/protocol/receipt/lazy-events.js';
import { limitEvents } from '#dist/stacks/protocol/receipt/limit-events.js';

const TXID = `0x${'ab'.repeat(32)}`;
const print = (index: number) => ({
  type: 'contract_event',
  contract_event: {
    contract_identifier: index % 2 === 0 ? 'ST1.a' : 'ST1.b',
    topic: 'print',
    raw_value: `0x01${index.toString(16).padStart(32, '0')}`,
  },
});

/** The events of a transaction, and how often parts of them were read. */
function counted(count: number) {
  const encoded = EncodedEvents.of(Array.from({ length: count }, (_, index) => print(index)));
  const reads = { count: 0 };
  const parts = encoded.parts.map((part) => {
    const read = () => {
      reads.count++;
      return part.read();
    };
    return new EventsPart(read, part);
  });
  return { events: new PlacedEvents(new EncodedEvents(parts), TXID, 0), reads };
}

test('default: few events are plain', () => {
  const { events } = counted(3);
  const receipt = withEvents({ txid: TXID, events: undefined }, events);
  expect(Object.getOwnPropertyDescriptor(receipt, 'events')).toHaveProperty('value');
  expect(receipt.events.map((event) => event.contract_event?.value?.repr)).toEqual(['u0', 'u1', 'u2']);
});

test('behavior: many events are decoded when they are read, once', () => {
  const { events, reads } = counted(3_000);
  const receipt = extendReceipt(withEvents({ txid: TXID, events: undefined }, events), { confirmations: 2 });
  expect([countEvents(receipt), reads.count]).toEqual([3_000, 0]);
  expect(Object.keys(receipt)).toEqual(['txid', 'events', 'confirmations']);
  expect(receipt.events[2_999]?.contract_event?.value?.repr).toBe('u2999');
  expect(receipt.events).toBe(receipt.events);
  expect(reads.count).toBe(events.encoded.parts.length);
  expect({ ...receipt }).toEqual({ txid: TXID, events: receipt.events, confirmations: 2 });
});

test('behavior: one after another, of some contracts, without decoding all', () => {
  const { events, reads } = counted(3_000);
  const receipt = withEvents({ events: undefined }, events);
  const [first] = eachEvent(receipt);
  expect([first?.contract_event?.value?.repr, reads.count]).toEqual(['u0', 1]);
  const ofB = [...eachEvent(receipt, (contract) => contract === 'ST1.b')];
  expect(ofB.map(({ event_index: index }) => index)).toEqual(Array.from({ length: 1_500 }, (_, index) => 2 * index + 1));
  const few = withEvents({ events: undefined }, counted(4).events);
  expect([...eachEvent(few, (contract) => contract === 'ST1.b')]).toHaveLength(2);
});

test('behavior: a message has the first events, and says how many it leaves out', () => {
  const { events, reads } = counted(5_000);
  const limited = limitEvents(withEvents({ txid: TXID, events: undefined }, events));
  expect([limited.events.length, limited.omittedEvents]).toEqual([1_000, 4_000]);
  expect(limited.events.at(-1)).toMatchObject({ event_index: 999 });
  expect(reads.count).toBeLessThan(5);
  const all = withEvents({ txid: TXID, events: undefined }, counted(1_000).events);
  expect(limitEvents(all)).toBe(all);
});
