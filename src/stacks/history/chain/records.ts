import { with0x, without0x } from '../../../base/hex.js';
import { LimitedMap } from '../../../base/limited-map.js';
import {
  at,
  dictionary,
  FormatError,
  flag,
  hex,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  pattern,
  type RecordLog,
  readJson,
  type Schema,
  StoredRecord,
  text,
  whole,
} from '../../../base/storage.js';
import type { FailurePlace } from '../../../clarity/trace.js';
import type { ChosenCycle, MinerReward, StacksBlockEvent, StacksBlockFacts, UnknownOutcome } from '../../engine/engine-event.js';
import { u32 } from '../../protocol/codec/writer.js';
import { EncodedEvents, type EventBody, EventsPart, type PartSummary, PlacedEvents } from '../../protocol/receipt/encoded-events.js';
import { type SourcePosition, STATUSES, type StacksReceipt } from '../../protocol/receipt/node-receipt.js';

/** The layout of a block's bytes: its hash, the length of its other facts, and they as JSON; then its transactions. */
const HASH_LENGTH = 32;
const FACTS = HASH_LENGTH + 4;
/** The layout of a transaction: its txid, the lengths of the rest of its receipt as JSON, of its raw bytes and of its events, then these. */
const PARTS = HASH_LENGTH + 12;
/** So many bytes are many for a block: its facts are below 2 kB. */
const LARGE = 16 * 1024;

/** What few blocks have. */
type Rare = {
  readonly unknownOutcomes: readonly UnknownOutcome[];
  readonly fromGenesis: number;
  readonly parts: readonly EventsPart[];
  /** Begins with the hash and the facts. Those of a large block are stored once more, so that a list of blocks does not decompress all. */
  readonly head: StoredRecord | undefined;
};
const NOTHING_RARE: Rare = { unknownOutcomes: [], fromGenesis: 0, parts: [], head: undefined };

/** How many blocks were made, in all networks of the process. */
let made = 0;

/** A block as another history has it: its {@link BlockRecord.bytes}, {@link BlockRecord.fromGenesis} and {@link BlockRecord.parts}. */
export type BlockBytes = {
  readonly bytes: Uint8Array;
  readonly fromGenesis: number;
  readonly parts: readonly EventsPart[];
  /** Those in the bytes, if they were read. */
  readonly facts?: StacksBlockFacts | undefined;
};

/** The rest of a receipt. Few events are in the bytes of the block, many are some of its parts. */
type StoredReceipt = Omit<StacksReceipt, 'txid' | 'rawTx' | 'events'> & { events: StoredEvents };
type StoredEvents = { first: number } & ({ parts: [from: number, to: number] } | { summary: StoredSummary | undefined });
type StoredSummary = Pick<PartSummary, 'count' | 'contracts'> & { sources: number[] | undefined };

/** The facts that were read last: each item of a list needs those of its block and of that block's parent. */
const readLast = new LimitedMap<BlockRecord, StacksBlockFacts>(64);

/**
 * A Stacks block with its transactions as an engine reported it, decoded on each read. Whether it is canonical, the chain knows. A chain
 * has many, so what follows from the bytes is a field only if loops over many blocks read it.
 */
export class BlockRecord extends StoredRecord {
  readonly height: number;
  /** In seconds since 1970. */
  readonly time: number;
  /** How many transactions it has. */
  readonly count: number;
  /** Its place among all blocks of the process. */
  readonly number: number = made++;
  readonly #rare: Rare;

  /** @param genesis the transactions of block 0, for a block 1 that shows them as the Stacks API does: with numbers from 1 on */
  constructor(source: StacksBlockEvent | BlockBytes, log: RecordLog, genesis: readonly StacksReceipt[] = []) {
    const { fromGenesis, parts, facts, ...encoded } = 'bytes' in source ? source : encode(source, genesis);
    const bytes = Buffer.from(encoded.bytes.buffer, encoded.bytes.byteOffset, encoded.bytes.length);
    super(log, bytes);
    const { height, time } = 'bytes' in source ? (facts ?? factsIn(bytes)) : source;
    const unknownOutcomes = ('bytes' in source ? undefined : source.unknownOutcomes) ?? [];
    this.height = height;
    this.time = time;
    this.count = transactionOffsets(bytes).length;
    const head = bytes.length > LARGE ? new StoredRecord(log, bytes.subarray(0, factsEnd(bytes))) : undefined;
    const hasRare = unknownOutcomes.length > 0 || fromGenesis > 0 || parts.length > 0 || head !== undefined;
    this.#rare = hasRare ? { unknownOutcomes, fromGenesis, parts: parts.map((part) => stored(part, log)), head } : NOTHING_RARE;
  }

  /** What is stored of the block, without outcomes that are not known. Valid until the next block is added. */
  get bytes(): Uint8Array {
    return this.read();
  }

  /** Mined transactions that the nodes report no outcome for. */
  get unknownOutcomes(): readonly UnknownOutcome[] {
    return this.#rare.unknownOutcomes;
  }

  /** How many of its transactions, the last ones, are those of block 0. */
  get fromGenesis(): number {
    return this.#rare.fromGenesis;
  }

  /** The events of transactions with many of them, in order: each part is stored for itself. */
  get parts(): readonly EventsPart[] {
    return this.#rare.parts;
  }

  get burnHeight(): number {
    return this.facts.burnHeight;
  }

  /** When its Bitcoin block was made, in seconds since 1970; undefined if the node does not say it. */
  get burnTime(): number | undefined {
    return this.facts.burnTime;
  }

  get facts(): StacksBlockFacts {
    const known = readLast.get(this);
    if (known !== undefined) return known;
    const facts = factsIn(this.#head);
    readLast.set(this, facts);
    return facts;
  }

  /** The index block hash. */
  get hash(): string {
    return hashAt(this.#head, 0);
  }

  /** In the order of their execution. */
  get transactions(): TransactionRecord[] {
    const { offsets } = this;
    return offsets.map((at, place) => this.#transaction(place, at));
  }

  /** Where its transactions begin in its bytes. */
  get offsets(): number[] {
    return transactionOffsets(this.read());
  }

  /** @param offsets those of the block */
  transactionAt(offsets: readonly number[], place: number): TransactionRecord | undefined {
    const at = offsets[place];
    return at === undefined ? undefined : this.#transaction(place, at);
  }

  /** Its transactions without those of block 0. */
  get mined(): TransactionRecord[] {
    const { transactions } = this;
    return this.fromGenesis === 0 ? transactions : transactions.slice(0, -this.fromGenesis);
  }

  /** With 0x, in the order of their execution. */
  get txids(): string[] {
    const bytes = this.read();
    return transactionOffsets(bytes).map((at) => hashAt(bytes, at));
  }

  /** @param txid with 0x */
  transaction(txid: string): TransactionRecord | undefined {
    const bytes = this.read();
    const wanted = bytesOf(txid);
    // Compares bytes: as texts, all txids of a large block would be made for each payment that a restore looks up.
    const offsets = transactionOffsets(bytes);
    const place = offsets.findIndex((at) => bytes.compare(wanted, 0, wanted.length, at, at + HASH_LENGTH) === 0);
    // Bytes lack what is no hex in a text.
    if (place === -1 || hashAt(bytes, offsets[place] ?? 0) !== txid) return undefined;
    return this.#transaction(place, offsets[place] ?? 0);
  }

  get #head(): Buffer {
    return (this.#rare.head ?? this).read();
  }

  #transaction(place: number, at: number): TransactionRecord {
    return new TransactionRecord(this, place, at);
  }
}

function stored(part: EventsPart, log: RecordLog): EventsPart {
  const record = new StoredRecord(log, part.read(), true);
  return new EventsPart(() => record.read(), part);
}

/** A mined transaction and its block. */
export class TransactionRecord {
  readonly block: BlockRecord;
  /** Its place in the bytes of the block, from 0 on. */
  readonly place: number;
  /** Where it begins in the bytes of the block. */
  readonly #at: number;

  constructor(block: BlockRecord, place: number, at: number) {
    this.block = block;
    this.place = place;
    this.#at = at;
  }

  /** As the Stacks API has it. */
  get index(): number {
    const { count, fromGenesis } = this.block;
    return this.isGenesis && count === fromGenesis ? this.place + 1 : this.place;
  }

  /** Whether it belongs to block 0: nobody signed it. */
  get isGenesis(): boolean {
    const { height, count, fromGenesis } = this.block;
    return height === 0 || this.place >= count - fromGenesis;
  }

  /** With 0x. */
  get txid(): string {
    return hashAt(this.block.read(), this.#at);
  }

  /** Returns a new receipt, equal to the one that the engine reported. */
  receipt(): StacksReceipt {
    const bytes = this.block.read();
    const { rest, raw, events } = partsAt(bytes, this.#at);
    const txid = hashAt(bytes, this.#at);
    const others = JSON.parse(bytes.toString('utf8', rest, raw)) as StoredReceipt;
    return { txid, rawTx: with0x(bytes.toString('hex', raw, events)), ...others, events: this.#events(others.events, txid) };
  }

  #events(stored: StoredEvents, txid: string): PlacedEvents {
    return new PlacedEvents(
      new EncodedEvents('parts' in stored ? this.block.parts.slice(...stored.parts) : this.#few(stored)),
      txid,
      stored.first,
    );
  }

  #few({ summary }: { summary: StoredSummary | undefined }): EventsPart[] {
    if (summary === undefined) return [];
    const read = (): Uint8Array => {
      const bytes = this.block.read();
      const { events, end } = partsAt(bytes, this.#at);
      return bytes.subarray(events, end);
    };
    return [new EventsPart(read, { ...summary, sources: summary.sources && Uint16Array.from(summary.sources) })];
  }
}

function encode(event: StacksBlockEvent, genesis: readonly StacksReceipt[]): BlockBytes {
  const { type: _type, receipts, unknownOutcomes: _unknown, hash, ...facts } = event;
  const json = Buffer.from(JSON.stringify(facts));
  const parts: EventsPart[] = [];
  const transactions = [...receipts, ...genesis].flatMap((receipt) => encodeReceipt(receipt, parts));
  return { bytes: Buffer.concat([bytesOf(hash), u32(json.length), json, ...transactions]), fromGenesis: genesis.length, parts };
}

function factsIn(bytes: Buffer): StacksBlockFacts {
  return { hash: hashAt(bytes, 0), ...JSON.parse(bytes.toString('utf8', FACTS, factsEnd(bytes))) };
}

/** Reads the facts of a block. @throws FormatError */
function readFacts({ bytes }: BlockBytes): StacksBlockFacts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return at('facts', () => ({ hash: hashAt(buffer, 0), ...readJson(FACTS_SCHEMA, buffer.toString('utf8', FACTS, factsEnd(buffer))) }));
}

/** Checks all bytes of a block, a transaction with each step. @returns its facts @throws FormatError */
export function* checkBlock(block: BlockBytes): Generator<undefined, StacksBlockFacts> {
  const facts = readFacts(block);
  const { bytes } = block;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let start = factsEnd(buffer); start < buffer.length; count++) {
    start = at('transactions', () =>
      at(count, () => {
        const { rest, raw, events: own, end } = partsAt(buffer, start);
        if (end > buffer.length) throw new RangeError('the bytes end too early');
        const { events } = readJson(RECEIPT_SCHEMA, buffer.toString('utf8', rest, raw));
        at('events', () => checkEvents(events, buffer.toString('utf8', own, end), block.parts.length));
        return end;
      }),
    );
    yield;
  }
  if (block.fromGenesis > count) throw new FormatError(`at most ${count} transactions of block 0`, `${block.fromGenesis}`, ['fromGenesis']);
  return facts;
}

/** @param own the events in the bytes of the block @param parts how many parts the block has */
function checkEvents(events: StoredEvents, own: string, parts: number): void {
  if ('parts' in events) {
    const [from, to] = events.parts;
    if (from >= to || to > parts) throw new FormatError(`parts of the ${parts} that the block has`, `${from} to ${to}`, ['parts']);
  }
  const summary = 'parts' in events ? undefined : events.summary;
  if (summary !== undefined) checkPart(own, summary);
  else if (own !== '') throw new FormatError('no events', `${own.length} characters`);
}

const HASH = hex(32);
const HASH_0X = hex(32, '0x');
const DIGITS = pattern('decimal digits', /^\d{1,40}$/);

const FACTS_SCHEMA = object<Omit<StacksBlockFacts, 'hash'>>({
  height: whole(),
  blockHash: HASH_0X,
  parentHash: HASH_0X,
  consensusHash: hex(20),
  tenureHeight: optional(whole()),
  burnHeight: whole(),
  burnHash: HASH,
  burnTime: optional(whole()),
  time: whole(),
  minerTxid: optional(text()),
  rewards: optional(list(object<MinerReward>({ recipient: text(), coinbase: DIGITS, amount: DIGITS }))),
  chosen: optional(
    object<ChosenCycle>({
      cycle: whole(),
      signers: list(object<ChosenCycle['signers'][number]>({ key: hex(), stacked: DIGITS, weight: whole() })),
    }),
  ),
});

const ANYTHING: Schema<unknown> = { read: (value) => value };

/** What does not follow from the place of an event. The details have the name of the type. */
const BODY_FIELDS = object<{ type: string; txid?: string | undefined; event_index?: number | undefined; committed?: boolean | undefined }>({
  type: text(),
  txid: optional(HASH_0X),
  event_index: optional(whole()),
  committed: optional(flag),
});
const BODY: Schema<EventBody> = {
  read(value) {
    const { type } = BODY_FIELDS.read(value);
    dictionary(dictionary(ANYTHING)).read({ [type]: (value as EventBody)[type] });
    return value as EventBody;
  },
};
const BODIES = list(BODY);

/** What is stored of a part besides its events. */
export const PART_SUMMARY = object<StoredSummary>({
  count: whole(1),
  contracts: list(text()),
  sources: optional(list(whole(0, 65_535))),
});

/** Checks the events of a part, and that they are those of its summary. @throws FormatError */
export function checkPart(json: string, { count, contracts, sources }: StoredSummary): void {
  const { length } = readJson(BODIES, `[${json}]`);
  if (length !== count) throw new FormatError(`${length}, the number of events`, `${count}`, ['count']);
  if (sources !== undefined && sources.length !== count) throw new FormatError(`${count} sources`, `${sources.length}`, ['sources']);
  const last = sources === undefined ? 1 : Math.max(...sources);
  if (last > contracts.length) throw new FormatError(`at least ${last} contracts`, `${contracts.length}`, ['contracts']);
}

const STORED_EVENTS: Schema<StoredEvents> = {
  read(value) {
    const { first, parts, summary } = EVENTS_FIELDS.read(value);
    return { first, ...(parts === undefined ? { summary } : { parts }) };
  },
};
const EVENTS_FIELDS = object<{ first: number; parts?: [number, number] | undefined; summary?: StoredSummary | undefined }>({
  first: whole(),
  parts: optional(pair(whole(), whole())),
  summary: optional(PART_SUMMARY),
});

const POSITION = { line: whole(), column: whole() };
const RECEIPT_SCHEMA = object<StoredReceipt>({
  txIndex: whole(),
  status: oneOf(...STATUSES),
  rawResult: hex(undefined, '0x'),
  events: STORED_EVENTS,
  vmError: nullable(text()),
  vmErrorPosition: optional(object<SourcePosition>(POSITION)),
  origin: optional(object<FailurePlace>({ contract: text(), ...POSITION, expression: text(), stack: list(text()) })),
  cost: object<StacksReceipt['cost']>({
    readCount: whole(),
    readLength: whole(),
    runtime: whole(),
    writeCount: whole(),
    writeLength: whole(),
  }),
  unknown: optional(list(oneOf('events', 'cost', 'reason'))),
  contractInterface: optional(dictionary(ANYTHING)),
});

/** Returns the hash of a block, with 0x. */
export function hashIn({ bytes }: BlockBytes): string {
  return hashAt(Buffer.from(bytes.buffer, bytes.byteOffset, HASH_LENGTH), 0);
}

/** @param parts gets the events if they are many */
function encodeReceipt({ txid, rawTx, events, ...others }: StacksReceipt, parts: EventsPart[]): Uint8Array[] {
  const { encoded, first } = PlacedEvents.of(events, txid);
  const [few, ...more] = encoded.parts;
  const from = parts.length;
  if (more.length > 0) parts.push(...encoded.parts);
  const stored: StoredEvents = { first, ...(more.length > 0 ? { parts: [from, parts.length] } : { summary: few && summaryOf(few) }) };
  const rest = Buffer.from(JSON.stringify({ ...others, events: stored } satisfies StoredReceipt));
  const raw = bytesOf(rawTx);
  const own = few === undefined || more.length > 0 ? NOTHING : few.read();
  return [bytesOf(txid), u32(rest.length), u32(raw.length), u32(own.length), rest, raw, own];
}

const NOTHING = new Uint8Array();

function summaryOf({ count, contracts, sources }: EventsPart): StoredSummary {
  return { count, contracts, sources: sources && [...sources] };
}

function transactionOffsets(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = factsEnd(bytes); at < bytes.length; at = partsAt(bytes, at).end) offsets.push(at);
  return offsets;
}

function factsEnd(bytes: Buffer): number {
  return FACTS + bytes.readUInt32BE(HASH_LENGTH);
}

/** Where the parts of a transaction begin, and where it ends. */
function partsAt(bytes: Buffer, at: number): { rest: number; raw: number; events: number; end: number } {
  const rest = at + PARTS;
  const raw = rest + bytes.readUInt32BE(at + HASH_LENGTH);
  const events = raw + bytes.readUInt32BE(at + HASH_LENGTH + 4);
  return { rest, raw, events, end: events + bytes.readUInt32BE(at + HASH_LENGTH + 8) };
}

/** A block hash or a txid. */
function hashAt(bytes: Buffer, at: number): string {
  return with0x(bytes.toString('hex', at, at + HASH_LENGTH));
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(without0x(hex), 'hex');
}
