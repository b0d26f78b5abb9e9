import { type IsWanted, PlacedEvents } from '../../protocol/receipt/encoded-events.js';
import type { StacksEvents } from '../../protocol/receipt/node-receipt.js';
import { type TypedEvent, typedEvent } from '../../protocol/receipt/typed-event.js';

/** An event that is no print. */
export type StateEvent = Exclude<TypedEvent, { kind: 'print' }>;
type PrintEvent = Extract<TypedEvent, { kind: 'print' }>;

/** Up to how many events are decoded once for all readers. */
const FEW = 100;

/**
 * The events of a receipt in their order, counted from 0 within the transaction: nodes count within the block. Of many events only those
 * are decoded that somebody reads.
 */
export class TypedEvents implements Iterable<TypedEvent> {
  readonly #events: PlacedEvents;
  #few: readonly TypedEvent[] | undefined;

  constructor(events: StacksEvents, txid: string) {
    this.#events = PlacedEvents.of(events, txid);
  }

  get length(): number {
    return this.#events.length;
  }

  *[Symbol.iterator](): Generator<TypedEvent> {
    if (this.length <= FEW) yield* this.#decodeFew();
    else for (const event of this.#events) yield typedEvent(event);
  }

  /** @param index at least 0 */
  at(index: number): TypedEvent | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** @param from at least 0 */
  slice(from: number, to: number): TypedEvent[] {
    if (this.length <= FEW) return this.#decodeFew().slice(from, to);
    return this.#events.slice(from, to).map(typedEvent);
  }

  /** Yields the events that are no prints, with their index. */
  *others(): Generator<[index: number, event: StateEvent]> {
    for (const [index, event] of this.#select((contract) => contract === undefined)) if (event.kind !== 'print') yield [index, event];
  }

  /** Yields what contracts printed, with the index of the event. */
  *prints(isWanted: (contract: string) => boolean): Generator<[index: number, event: PrintEvent]> {
    const isWantedPrint: IsWanted = (contract) => contract !== undefined && isWanted(contract);
    for (const [index, event] of this.#select(isWantedPrint)) if (event.kind === 'print') yield [index, event];
  }

  /** Returns the indices of what each contract printed. Nothing is decoded. */
  printed(): Map<string, Uint32Array> {
    const { parts } = this.#events.encoded;
    // Two loops over numbers: a transaction may have a million prints.
    const counts = new Map<string, number>();
    for (const { contracts, sources, count } of parts) {
      for (const [place, contract] of contracts.entries()) {
        counts.set(contract, (counts.get(contract) ?? 0) + (sources === undefined ? count : countOf(sources, place + 1)));
      }
    }
    const found = new Map([...counts].map(([contract, count]) => [contract, new Uint32Array(count)]));
    const ends = new Map<string, number>();
    let begin = 0;
    for (const { contracts, sources, count } of parts) {
      for (const [place, contract] of contracts.entries()) {
        const indices = found.get(contract) as Uint32Array;
        let end = ends.get(contract) ?? 0;
        for (let offset = 0; offset < count; offset++) {
          if (sources === undefined || sources[offset] === place + 1) indices[end++] = begin + offset;
        }
        ends.set(contract, end);
      }
      begin += count;
    }
    return found;
  }

  *#select(isWanted: IsWanted): Generator<[index: number, event: TypedEvent]> {
    if (this.length <= FEW) {
      for (const [index, event] of this.#decodeFew().entries()) {
        if (isWanted(event.kind === 'print' ? event.contract : undefined)) yield [index, event];
      }
      return;
    }
    for (const found of this.#events.select(isWanted)) for (const [index, event] of found) yield [index, typedEvent(event)];
  }

  #decodeFew(): readonly TypedEvent[] {
    this.#few ??= this.#events.map(typedEvent);
    return this.#few;
  }
}

function countOf(sources: Uint16Array, source: number): number {
  let count = 0;
  for (const each of sources) if (each === source) count++;
  return count;
}
