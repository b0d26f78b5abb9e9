import { u32 } from '../../chains/stacks/codec/writer.js';
import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { StacksBlockEvent, StacksBlockFacts, UnknownOutcome } from '../../engines/engine-event.js';
import { with0x, without0x } from '../../hex.js';
import type { RecordLog, StoredRecord } from '../../storage/record-log.js';

/** The layout of a block's bytes: its hash, the length of its other facts, and they as JSON; then its transactions. */
const HASH_LENGTH = 32;
const FACTS = HASH_LENGTH + 4;
/** The layout of a transaction: its txid, the lengths of the rest of its receipt as JSON and of its raw bytes, then both. */
const PARTS = HASH_LENGTH + 8;

const NO_OUTCOMES: UnknownOutcome[] = [];

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
  constructor(event: StacksBlockEvent, log: RecordLog, genesis: readonly StacksReceipt[] = []) {
    const { type: _type, receipts, unknownOutcomes = NO_OUTCOMES, hash, ...facts } = event;
    this.fromGenesis = genesis.length;
    this.height = facts.height;
    this.burnHeight = facts.burnHeight;
    this.burnTime = facts.burnTime;
    this.unknownOutcomes = unknownOutcomes;
    const json = Buffer.from(JSON.stringify(facts));
    this.#stored = log.append(Buffer.concat([bytesOf(hash), u32(json.length), json, ...[...receipts, ...genesis].flatMap(receiptParts)]));
  }

  get facts(): StacksBlockFacts {
    const bytes = this.#stored.read();
    return { hash: hashAt(bytes, 0), ...JSON.parse(bytes.toString('utf8', FACTS, factsEnd(bytes))) };
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
