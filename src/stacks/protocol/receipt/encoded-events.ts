import { sha512_256 } from '../codec/hash.js';
import type { StacksEvent } from './node-receipt.js';

/** An event without its place in a block: `{ type, <type>: { … } }`. */
export type EventBody = { type: string; [detail: string]: unknown };

/** Where the events of a part come from. */
export type PartSummary = {
  readonly count: number;
  /** The contracts that print in the part. */
  readonly contracts: readonly string[];
  /** For each event, one more than the index of its contract in `contracts`, or 0 if it is no print. Undefined if one contract printed all. */
  readonly sources: Uint16Array | undefined;
};

/** Events in a row. */
export class EventsPart implements PartSummary {
  readonly count: number;
  readonly contracts: readonly string[];
  readonly sources: Uint16Array | undefined;
  /** Returns the JSON of the events, with commas between them. */
  readonly read: () => Uint8Array;

  constructor(read: () => Uint8Array, { count, contracts, sources }: PartSummary) {
    this.read = read;
    this.count = count;
    this.contracts = contracts;
    this.sources = sources;
  }

  /** Returns whether it has an event that is no print. */
  get hasOthers(): boolean {
    return this.sources?.includes(0) === true;
  }

  /** Returns what printed an event. @param offset counted from 0 within the part */
  sourceOf(offset: number): string | undefined {
    return this.contracts[(this.sources === undefined ? 1 : (this.sources[offset] ?? 0)) - 1];
  }

  get text(): string {
    const bytes = this.read();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  }

  decode(): EventBody[] {
    return JSON.parse(`[${this.text}]`) as EventBody[];
  }
}

/** Returns whether an event is wanted. @param contract the contract that printed it; undefined for other events */
export type IsWanted = (contract: string | undefined) => boolean;

/** How many bytes fill a part. A larger event has a part for itself. Decoding one takes less than a millisecond. */
const PART_BYTES = 48_000;
const PART_EVENTS = 1_000;

/**
 * The events of a transaction as JSON, in parts. A transaction may have a million of them, so they are encoded where it is executed, stored
 * as they are, and decoded part by part when they are read.
 */
export class EncodedEvents implements Iterable<EventBody> {
  readonly parts: readonly EventsPart[];
  readonly length: number;
  #commitment: string | undefined;

  constructor(parts: readonly EventsPart[], commitment?: string) {
    this.parts = parts;
    this.length = parts.reduce((sum, { count }) => sum + count, 0);
    this.#commitment = commitment;
  }

  static of(bodies: Iterable<EventBody>): EncodedEvents {
    const parts: EventsPart[] = [];
    let texts: string[] = [];
    let sources: (string | undefined)[] = [];
    let size = 0;
    const close = (): void => {
      if (texts.length > 0) parts.push(createPart(texts.join(','), sources));
      texts = [];
      sources = [];
      size = 0;
    };
    for (const body of bodies) {
      const text = JSON.stringify(body);
      if (size + text.length > PART_BYTES || texts.length === PART_EVENTS) close();
      texts.push(text);
      sources.push(printingContract(body));
      size += text.length;
    }
    close();
    return parts.length === 0 ? NONE : new EncodedEvents(parts);
  }

  /** A text that differs for other events: few are their own JSON, which takes less time than a hash. */
  get commitment(): string {
    const [first, ...more] = this.parts;
    this.#commitment ??= more.length === 0 ? (first?.text ?? '') : hashOf(this.parts);
    return this.#commitment;
  }

  /** Returns how many events are prints of the wanted contracts. Nothing is decoded. */
  countPrints(isWanted: IsWanted): number {
    let found = 0;
    for (const { contracts, sources, count } of this.parts) {
      const wanted = contracts.map(isWanted);
      if (sources === undefined) found += wanted[0] === true ? count : 0;
      else for (const source of sources) if (source > 0 && wanted[source - 1] === true) found++;
    }
    return found;
  }

  *[Symbol.iterator](): Generator<EventBody> {
    for (const part of this.parts) yield* part.decode();
  }
}

const COMMA = Buffer.from(',');
const NONE = new EncodedEvents([]);

/** The events of a transaction in a block. */
export class PlacedEvents implements Iterable<StacksEvent> {
  readonly encoded: EncodedEvents;
  readonly txid: string;
  /** The `event_index` of the first one. */
  readonly first: number;

  /** @param txid with 0x */
  constructor(encoded: EncodedEvents, txid: string, first: number) {
    this.encoded = encoded;
    this.txid = txid;
    this.first = first;
  }

  /** Encodes events, which are sorted by `event_index`. */
  static of(events: Iterable<StacksEvent>, txid: string): PlacedEvents {
    if (events instanceof PlacedEvents) return events;
    const sorted = [...events].sort((a, b) => a.event_index - b.event_index);
    const first = sorted[0]?.event_index ?? 0;
    return new PlacedEvents(EncodedEvents.of(sorted.map((event, index) => bodyOf(event, txid, first + index))), txid, first);
  }

  get length(): number {
    return this.encoded.length;
  }

  *[Symbol.iterator](): Generator<StacksEvent> {
    let index = this.first;
    for (const body of this.encoded) yield this.#place(body, index++);
  }

  /** Returns all events, each in another form. */
  map<T>(toForm: (event: StacksEvent) => T): T[] {
    const events: T[] = [];
    for (const part of this.encoded.parts)
      for (const body of part.decode()) events.push(toForm(this.#place(body, this.first + events.length)));
    return events;
  }

  /** Returns events to read only. Only their parts are decoded. @param from counted from 0 within the transaction */
  slice(from: number, to: number): StacksEvent[] {
    const events: StacksEvent[] = [];
    let begin = 0;
    for (const part of this.encoded.parts) {
      const end = begin + part.count;
      if (begin < to && end > from) {
        const bodies = decodeAgain(part).slice(Math.max(from - begin, 0), to - begin);
        const at = this.first + Math.max(from, begin);
        events.push(...bodies.map((body, offset) => this.#place(body, at + offset)));
      }
      begin = end;
    }
    return events;
  }

  /** Yields the wanted events of each part with their index within the transaction. Parts without any are not decoded. */
  *select(isWanted: IsWanted): Generator<[index: number, event: StacksEvent][]> {
    let begin = 0;
    for (const part of this.encoded.parts) {
      if (hasWanted(part, isWanted)) {
        const found: [number, StacksEvent][] = [];
        for (const [offset, body] of part.decode().entries()) {
          if (isWanted(part.sourceOf(offset))) found.push([begin + offset, this.#place(body, this.first + begin + offset)]);
        }
        yield found;
      }
      begin += part.count;
    }
  }

  #place(body: EventBody, index: number): StacksEvent {
    const { type, txid = this.txid, event_index = index, committed = true } = body as Partial<StacksEvent> & EventBody;
    return { type, txid, event_index, committed, [type]: body[type] };
  }
}

/** The part that was read last: a page has many events of one part. */
let last: { part: EventsPart; bodies: EventBody[] } | undefined;

function decodeAgain(part: EventsPart): EventBody[] {
  if (last?.part !== part) last = { part, bodies: part.decode() };
  return last.bodies;
}

/** Creates a part. @param sources for each event, the contract that printed it */
function createPart(text: string, sources: readonly (string | undefined)[]): EventsPart {
  const contracts: string[] = [];
  // Most parts have few events of one contract: neither a map nor an iterator is worth its time.
  const packed = new Uint16Array(sources.length);
  for (let index = 0; index < sources.length; index++) {
    const contract = sources[index];
    if (contract === undefined) continue;
    const known = contract === contracts.at(-1) ? contracts.length : contracts.indexOf(contract) + 1;
    packed[index] = known === 0 ? contracts.push(contract) : known;
  }
  const isUniform = contracts.length === 1 && !packed.includes(0);
  const json = Buffer.from(text);
  return new EventsPart(() => json, { count: sources.length, contracts, sources: isUniform ? undefined : packed });
}

function hashOf(parts: readonly EventsPart[]): string {
  return sha512_256(...parts.flatMap(({ read }, index) => (index === 0 ? [read()] : [COMMA, read()]))).toString('hex');
}

function hasWanted(part: EventsPart, isWanted: IsWanted): boolean {
  return part.contracts.some(isWanted) || (part.hasOthers && isWanted(undefined));
}

function printingContract(body: EventBody): string | undefined {
  const contract =
    body.type === 'contract_event' && (body['contract_event'] as { contract_identifier?: unknown } | null)?.contract_identifier;
  return typeof contract === 'string' ? contract : undefined;
}

/** Leaves out what follows from the place. */
function bodyOf({ type, txid, event_index, committed, ...detail }: StacksEvent, ownTxid: string, index: number): EventBody {
  return {
    type,
    ...(txid !== ownTxid && { txid }),
    ...(event_index !== index && { event_index }),
    ...(!committed && { committed }),
    [type]: detail[type],
  };
}
