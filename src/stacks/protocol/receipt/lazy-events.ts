import { contractEvent, type DecodedEvent, decodeEvent } from './contract-event.js';
import { type IsWanted, PlacedEvents } from './encoded-events.js';
import type { StacksEvent, StacksEvents } from './node-receipt.js';

/** What has events: a receipt, or a simulation. */
type HasEvents<E> = { events: E[] };
/** The events that a property decodes. */
type Source = { events: StacksEvents; decode: (event: StacksEvent) => unknown };

/** Up to how many events are decoded before anybody reads them. */
const FEW = 100;

/** By the getter of the property. */
const sources = new WeakMap<() => unknown, Source>();

/** Returns a receipt with decoded events. Many are decoded when `events` is read: a transaction may have a million. */
export function withEvents<T extends { events: unknown }>(receipt: T, events: StacksEvents): Omit<T, 'events'> & HasEvents<DecodedEvent> {
  return withDecoded(receipt, events, decodeEvent);
}

/** The same with another form of events. */
export function withDecoded<T extends { events: unknown }, E>(
  receipt: T,
  events: StacksEvents,
  decode: (event: StacksEvent) => E,
): Omit<T, 'events'> & HasEvents<E> {
  if (events.length <= FEW) return { ...receipt, events: decodeAll(events, decode) };
  let decoded: E[] | undefined;
  const get = (): E[] => {
    decoded ??= decodeAll(events, decode);
    return decoded;
  };
  sources.set(get, { events, decode });
  return Object.defineProperty({ ...receipt, events: [] as E[] }, 'events', { get, enumerable: true, configurable: true });
}

function decodeAll<E>(events: StacksEvents, decode: (event: StacksEvent) => E): E[] {
  return events instanceof PlacedEvents ? events.map(decode) : Array.from(events, decode);
}

/** Returns `{ ...receipt, ...more }`, without decoding many events. */
export function extendReceipt<T extends object, U extends object>(receipt: T, more: U): T & U {
  const properties = { ...Object.getOwnPropertyDescriptors(receipt), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, properties) as T & U;
}

/** Returns the events that a receipt has not decoded; undefined if it has few. */
export function encodedEvents(receipt: object): StacksEvents | undefined {
  return sourceOf(receipt)?.events;
}

/** Returns how many bytes these take. */
export function encodedSize(receipt: object): number {
  const events = encodedEvents(receipt);
  return events instanceof PlacedEvents ? events.encoded.parts.reduce((sum, { read }) => sum + read().length, 0) : 0;
}

/** Returns how many events a receipt has. They are not decoded. */
export function countEvents<E>(receipt: HasEvents<E>): number {
  return (encodedEvents(receipt) ?? receipt.events).length;
}

/** Returns how many events of a receipt are prints of the wanted contracts. Many are not decoded. */
export function countPrints<E extends { type: string }>(receipt: HasEvents<E>, isWanted: IsWanted): number {
  const events = encodedEvents(receipt);
  if (events instanceof PlacedEvents) return events.encoded.countPrints(isWanted);
  return [...eachEvent(receipt, isWanted)].filter((event) => contractEvent(event as unknown as StacksEvent) !== undefined).length;
}

/** Yields the events of a receipt one by one, without decoding all of them before. @param isWanted @default all */
export function* eachEvent<E extends { type: string }>(receipt: HasEvents<E>, isWanted?: IsWanted): Generator<E> {
  const source = sourceOf(receipt);
  if (source !== undefined && isWanted !== undefined && source.events instanceof PlacedEvents) {
    for (const found of source.events.select(isWanted)) for (const [, event] of found) yield source.decode(event) as E;
    return;
  }
  const events = source === undefined ? receipt.events : iterate<E>(source);
  for (const event of events)
    if (isWanted === undefined || isWanted(contractEvent(event as unknown as StacksEvent)?.contract_identifier)) yield event;
}

function* iterate<E>({ events, decode }: Source): Generator<E> {
  for (const event of events) yield decode(event) as E;
}

function sourceOf(receipt: object): Source | undefined {
  const get = Object.getOwnPropertyDescriptor(receipt, 'events')?.get;
  return get && sources.get(get);
}
