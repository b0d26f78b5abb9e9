import { u32 } from '../../chains/stacks/codec/writer.js';
import { type SourcePosition, STATUSES, type StacksEvent, type StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { FailurePlace } from '../../chains/stacks/trace/types.js';
import type { ChosenCycle, MinerReward, StacksBlockEvent, StacksBlockFacts, UnknownOutcome } from '../../engines/engine-event.js';
import { with0x, without0x } from '../../hex.js';
import { at, FormatError } from '../../storage/format-error.js';
import type { RecordLog, StoredRecord } from '../../storage/record-log.js';
import {
  dictionary,
  either,
  flag,
  hex,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pattern,
  readJson,
  type Schema,
  text,
  whole,
} from '../../storage/schema.js';

/** The layout of a block's bytes: its hash, the length of its other facts, and they as JSON; then its transactions. */
const HASH_LENGTH = 32;
const FACTS = HASH_LENGTH + 4;
/** The layout of a transaction: its txid, the lengths of the rest of its receipt as JSON and of its raw bytes, then both. */
const PARTS = HASH_LENGTH + 8;

const NO_OUTCOMES: UnknownOutcome[] = [];

/** A block as another history has it: a copy of {@link BlockRecord.bytes}, and {@link BlockRecord.fromGenesis}. */
export type BlockBytes = { readonly bytes: Uint8Array; readonly fromGenesis: number };

/** A Stacks block with its transactions as an engine reported it, decoded on each read. Whether it is canonical, the chain knows. */
export class BlockRecord {
  readonly height: number;
  readonly burnHeight: number;
  /** When its Bitcoin block was made, in seconds since 1970; undefined if the node does not say it. */
  readonly burnTime: number | undefined;
  /** Mined transactions that the nodes report no outcome for. */
  readonly unknownOutcomes: readonly UnknownOutcome[];
  /** How many of its transactions, the last ones, are those of block 0. */
  readonly fromGenesis: number;
  readonly #stored: StoredRecord;

  /** @param genesis the transactions of block 0, for a block 1 that shows them as the Stacks API does: with numbers from 1 on */
  constructor(source: StacksBlockEvent | BlockBytes, log: RecordLog, genesis: readonly StacksReceipt[] = []) {
    const { bytes, fromGenesis } = 'bytes' in source ? source : { bytes: encode(source, genesis), fromGenesis: genesis.length };
    const { height, burnHeight, burnTime } = 'bytes' in source ? factsIn(Buffer.from(bytes)) : source;
    this.fromGenesis = fromGenesis;
    this.height = height;
    this.burnHeight = burnHeight;
    this.burnTime = burnTime;
    this.unknownOutcomes = 'bytes' in source ? NO_OUTCOMES : (source.unknownOutcomes ?? NO_OUTCOMES);
    this.#stored = log.append(bytes);
  }

  /** What is stored of the block, without outcomes that are not known. Valid until the next block is added. */
  get bytes(): Uint8Array {
    return this.#stored.read();
  }

  get facts(): StacksBlockFacts {
    return factsIn(this.#stored.read());
  }

  /** The index block hash. */
  get hash(): string {
    return hashAt(this.#stored.read(), 0);
  }

  /** In the order of their execution. */
  get transactions(): TransactionRecord[] {
    const offsets = transactionOffsets(this.#stored.read());
    return offsets.map((at, index) => this.#transaction(offsets, index, at));
  }

  /** Its transactions without those of block 0. */
  get mined(): TransactionRecord[] {
    const { transactions } = this;
    return this.fromGenesis === 0 ? transactions : transactions.slice(0, -this.fromGenesis);
  }

  /** With 0x, in the order of their execution. */
  get txids(): string[] {
    const bytes = this.#stored.read();
    return transactionOffsets(bytes).map((at) => hashAt(bytes, at));
  }

  /** @param txid with 0x */
  transaction(txid: string): TransactionRecord | undefined {
    const bytes = this.#stored.read();
    const wanted = bytesOf(txid);
    // Compares bytes: as texts, all txids of a large block would be made for each payment that a restore looks up.
    const offsets = transactionOffsets(bytes);
    const index = offsets.findIndex((at) => bytes.compare(wanted, 0, wanted.length, at, at + HASH_LENGTH) === 0);
    // Bytes lack what is no hex in a text.
    if (index === -1 || hashAt(bytes, offsets[index] ?? 0) !== txid) return undefined;
    return this.#transaction(offsets, index, offsets[index] ?? 0);
  }

  #transaction(offsets: readonly number[], index: number, at: number): TransactionRecord {
    const { length } = offsets;
    const isGenesis = this.height === 0 || index >= length - this.fromGenesis;
    return new TransactionRecord(this, isGenesis && length === this.fromGenesis ? index + 1 : index, isGenesis, this.#stored, at);
  }
}

/** A mined transaction and its block. */
export class TransactionRecord {
  readonly block: BlockRecord;
  readonly index: number;
  /** Whether it belongs to block 0: nobody signed it. */
  readonly isGenesis: boolean;
  /** Of the block; this transaction begins at `#at`. */
  readonly #stored: StoredRecord;
  readonly #at: number;

  constructor(block: BlockRecord, index: number, isGenesis: boolean, stored: StoredRecord, at: number) {
    this.block = block;
    this.index = index;
    this.isGenesis = isGenesis;
    this.#stored = stored;
    this.#at = at;
  }

  /** With 0x. */
  get txid(): string {
    return hashAt(this.#stored.read(), this.#at);
  }

  /** Returns a new receipt, equal to the one that the engine reported. */
  receipt(): StacksReceipt {
    const bytes = this.#stored.read();
    const { rest, raw, end } = partsAt(bytes, this.#at);
    const txid = hashAt(bytes, this.#at);
    const others = JSON.parse(bytes.toString('utf8', rest, raw)) as Omit<StacksReceipt, 'txid' | 'rawTx'>;
    for (const event of others.events) if (event.txid === '') event.txid = txid;
    return { txid, rawTx: with0x(bytes.toString('hex', raw, end)), ...others };
  }
}

function encode(event: StacksBlockEvent, genesis: readonly StacksReceipt[]): Uint8Array {
  const { type: _type, receipts, unknownOutcomes: _unknown, hash, ...facts } = event;
  const json = Buffer.from(JSON.stringify(facts));
  return Buffer.concat([bytesOf(hash), u32(json.length), json, ...[...receipts, ...genesis].flatMap(receiptParts)]);
}

function factsIn(bytes: Buffer): StacksBlockFacts {
  return { hash: hashAt(bytes, 0), ...JSON.parse(bytes.toString('utf8', FACTS, factsEnd(bytes))) };
}

/** Reads the facts of a block. @throws FormatError */
export function readFacts({ bytes }: BlockBytes): StacksBlockFacts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return at('facts', () => ({ hash: hashAt(buffer, 0), ...readJson(FACTS_SCHEMA, buffer.toString('utf8', FACTS, factsEnd(buffer))) }));
}

/** Checks all bytes of a block. @throws FormatError */
export function checkBlock(block: BlockBytes): void {
  readFacts(block);
  const { bytes } = block;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let start = factsEnd(buffer); start < buffer.length; count++) {
    start = at('transactions', () =>
      at(count, () => {
        const { rest, raw, end } = partsAt(buffer, start);
        if (end > buffer.length) throw new RangeError('the bytes end too early');
        readJson(RECEIPT_SCHEMA, buffer.toString('utf8', rest, raw));
        return end;
      }),
    );
  }
  if (block.fromGenesis > count) throw new FormatError(`at most ${count} transactions of block 0`, `${block.fromGenesis}`, ['fromGenesis']);
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

/** The txid is empty if it is that of the transaction. The details have the name of the type. */
const EVENT_FIELDS = object<StacksEvent>({
  type: text(),
  txid: either(oneOf(''), (value) => value === '', HASH_0X),
  event_index: whole(),
  committed: flag,
});
const EVENT: Schema<StacksEvent> = {
  read(value) {
    const { type } = EVENT_FIELDS.read(value);
    dictionary(dictionary(ANYTHING)).read({ [type]: (value as StacksEvent)[type] });
    return value as StacksEvent;
  },
};
const ANYTHING: Schema<unknown> = { read: (value) => value };

const POSITION = { line: whole(), column: whole() };
const RECEIPT_SCHEMA = object<Omit<StacksReceipt, 'txid' | 'rawTx'>>({
  txIndex: whole(),
  status: oneOf(...STATUSES),
  rawResult: hex(undefined, '0x'),
  events: list(EVENT),
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

function receiptParts({ txid, rawTx, events, ...others }: StacksReceipt): Buffer[] {
  // Events repeat the txid.
  const rest = JSON.stringify({ ...others, events: events.map((event) => (event.txid === txid ? { ...event, txid: '' } : event)) });
  const [id, json, raw] = [bytesOf(txid), Buffer.from(rest), bytesOf(rawTx)];
  return [id, u32(json.length), u32(raw.length), json, raw];
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
function partsAt(bytes: Buffer, at: number): { rest: number; raw: number; end: number } {
  const rest = at + PARTS;
  const raw = rest + bytes.readUInt32BE(at + HASH_LENGTH);
  return { rest, raw, end: raw + bytes.readUInt32BE(at + HASH_LENGTH + 4) };
}

/** A block hash or a txid. */
function hashAt(bytes: Buffer, at: number): string {
  return with0x(bytes.toString('hex', at, at + HASH_LENGTH));
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(without0x(hex), 'hex');
}
