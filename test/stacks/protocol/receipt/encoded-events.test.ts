import { expect, test } from 'vitest';
import { EncodedEvents, EventsPart, PlacedEvents } from '#dist/stacks/protocol/receipt/encoded-events.js';

const TXID = `0x${'ab'.repeat(32)}`;
const print = (contract: string, index: number) => ({
  type: 'contract_event',
  contract_event: { contract_identifier: contract, topic: 'print', raw_value: `0x01${index.toString(16).padStart(32, '0')}` },
});
const mint = (amount: number) => ({ type: 'stx_mint_event', stx_mint_event: { amount: `${amount}`, recipient: 'ST1' } });
/** Prints of `ST1.a`, and among them some of `ST1.b` and some mints. */
const bodies = Array.from({ length: 5_000 }, (_, index) => {
  if (index % 1_500 === 1_499) return mint(index);
  return print(index % 2_000 === 7 ? 'ST1.b' : 'ST1.a', index);
});
const placed = (body: object, index: number) => ({ ...body, txid: TXID, event_index: 10 + index, committed: true });

test('default: events are read as they were given, with their place', () => {
  const encoded = EncodedEvents.of(bodies);
  expect([...encoded]).toEqual(bodies);
  expect(encoded.parts.length).toBeGreaterThan(5);
  const events = new PlacedEvents(encoded, TXID, 10);
  expect(events.length).toBe(5_000);
  expect([...events]).toEqual(bodies.map(placed));
  expect(events.slice(990, 1_010)).toEqual(bodies.slice(990, 1_010).map((body, offset) => placed(body, 990 + offset)));
  expect(events.slice(4_999, 6_000)).toHaveLength(1);
  expect(events.slice(5_000, 6_000)).toEqual([]);
});

test('behavior: a selection reads only the parts that have some of it', () => {
  const encoded = EncodedEvents.of(bodies);
  let read = 0;
  const parts = encoded.parts.map((part) => {
    const counted = () => {
      read++;
      return part.read();
    };
    return new EventsPart(counted, part);
  });
  const events = new PlacedEvents(new EncodedEvents(parts), TXID, 10);
  const select = (isWanted: (contract: string | undefined) => boolean) => [...events.select(isWanted)].flat();
  const expected = (isWanted: (body: (typeof bodies)[number]) => boolean) =>
    bodies.flatMap((body, index) => (isWanted(body) ? [[index, placed(body, index)]] : []));
  expect(select((contract) => contract === undefined)).toEqual(expected(({ type }) => type === 'stx_mint_event'));
  expect(read).toBe(3);
  read = 0;
  expect(select((contract) => contract === 'ST1.b')).toEqual(
    expected((body) => 'contract_event' in body && body.contract_event.contract_identifier === 'ST1.b'),
  );
  expect(read).toBe(3);
  read = 0;
  expect(select((contract) => contract === 'ST1.c')).toEqual([]);
  expect(read).toBe(0);
});

test('behavior: a commitment is that of all events, and short for many of them', () => {
  const [last, ...others] = bodies.toReversed();
  const lists = [[], [print('ST1.a', 1)], [print('ST1.a', 2)], bodies, others, [...others, last]];
  const commitments = lists.map((list) => EncodedEvents.of(list as typeof bodies).commitment);
  expect(new Set(commitments).size).toBe(lists.length);
  for (const many of commitments.slice(3)) expect(many).toMatch(/^[0-9a-f]{64}$/);
  expect(EncodedEvents.of(bodies).commitment).toBe(commitments[3]);
});

test('behavior: events of nodes are sorted, and keep numbers with gaps, other transactions and what was not committed', () => {
  const event = (index: number, more: object = {}) => ({ ...mint(index), txid: TXID, event_index: index, committed: true, ...more });
  const given = [event(9), event(2), event(3, { committed: false }), event(5, { txid: `0x${'cd'.repeat(32)}` })];
  const events = PlacedEvents.of(given, TXID);
  expect([...events]).toEqual([given[1], given[2], given[3], given[0]]);
  expect(PlacedEvents.of(events, TXID)).toBe(events);
});

test('behavior: a large event has a part for itself', () => {
  const large = { ...print('ST1.a', 1), note: 'x'.repeat(200_000) };
  const encoded = EncodedEvents.of([print('ST1.a', 0), large, print('ST1.a', 2)]);
  expect(encoded.parts.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect([...encoded]).toEqual([print('ST1.a', 0), large, print('ST1.a', 2)]);
});
