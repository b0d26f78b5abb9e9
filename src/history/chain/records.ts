import { u32 } from '../../chains/stacks/codec/writer.js';
import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { StacksBlockEvent, StacksBlockFacts, UnknownOutcome } from '../../engines/engine-event.js';
import { with0x, without0x } from '../../hex.js';
import type { RecordLog, StoredRecord } from '../../storage/record-log.js';

/** The layout of a block's bytes: the length of its facts, and they as JSON; then its transactions. */
const FACTS = 4;
/** The layout of a transaction: its txid, the lengths of the rest of its receipt as JSON and of its raw bytes, then both. */
const TXID_LENGTH = 32;
const PARTS = TXID_LENGTH + 8;

const NO_OUTCOMES: UnknownOutcome[] = [];

/** A Stacks block with its transactions as an engine reported it, decoded on each read. Whether it is canonical, the chain knows. */
export class BlockRecord {
  readonly height: number;
  /** When its Bitcoin block was made, in seconds since 1970; undefined if the node does not say it. */
  readonly burnTime: number | undefined;
  /** Mined transactions that the nodes report no outcome for. */
  readonly unknownOutcomes: readonly UnknownOutcome[];
  readonly #stored: StoredRecord;

  constructor({ type: _type, receipts, unknownOutcomes = NO_OUTCOMES, ...facts }: StacksBlockEvent, log: RecordLog) {
    this.height = facts.height;
    this.burnTime = facts.burnTime;
    this.unknownOutcomes = unknownOutcomes;
    const json = Buffer.from(JSON.stringify(facts));
    this.#stored = log.append(Buffer.concat([u32(json.length), json, ...receipts.flatMap(receiptParts)]));
  }

  get facts(): StacksBlockFacts {
    const bytes = this.#stored.read();
    return JSON.parse(bytes.toString('utf8', FACTS, factsEnd(bytes)));
  }

  /** The index block hash. */
  get hash(): string {
    return this.facts.hash;
  }

  /** In the order of their execution. */
  get transactions(): TransactionRecord[] {
    return transactionOffsets(this.#stored.read()).map((at, index) => new TransactionRecord(this, index, this.#stored, at));
  }

  /** With 0x, in the order of their execution. */
  get txids(): string[] {
    const bytes = this.#stored.read();
    return transactionOffsets(bytes).map((at) => txidAt(bytes, at));
  }
}

/** A mined transaction and its block. */
export class TransactionRecord {
  readonly block: BlockRecord;
  readonly index: number;
  /** Of the block; this transaction begins at `#at`. */
  readonly #stored: StoredRecord;
  readonly #at: number;

  constructor(block: BlockRecord, index: number, stored: StoredRecord, at: number) {
    this.block = block;
    this.index = index;
    this.#stored = stored;
    this.#at = at;
  }

  /** With 0x. */
  get txid(): string {
    return txidAt(this.#stored.read(), this.#at);
  }

  /** Returns a new receipt, equal to the one that the engine reported. */
  receipt(): StacksReceipt {
    const bytes = this.#stored.read();
    const { rest, raw, end } = partsAt(bytes, this.#at);
    const txid = txidAt(bytes, this.#at);
    const { events, ...others } = JSON.parse(bytes.toString('utf8', rest, raw)) as Omit<StacksReceipt, 'txid' | 'rawTx'>;
    for (const event of events) if (event.txid === '') event.txid = txid;
    return { txid, rawTx: with0x(bytes.toString('hex', raw, end)), ...others, events };
  }
}

function receiptParts({ txid, rawTx, events, ...others }: StacksReceipt): Buffer[] {
  // Events repeat the txid.
  const rest = JSON.stringify({ ...others, events: events.map((event) => (event.txid === txid ? { ...event, txid: '' } : event)) });
  const [id, json, raw] = [Buffer.from(without0x(txid), 'hex'), Buffer.from(rest), Buffer.from(without0x(rawTx), 'hex')];
  return [id, u32(json.length), u32(raw.length), json, raw];
}

function transactionOffsets(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = factsEnd(bytes); at < bytes.length; at = partsAt(bytes, at).end) offsets.push(at);
  return offsets;
}

function factsEnd(bytes: Buffer): number {
  return FACTS + bytes.readUInt32BE(0);
}

/** Where the parts of a transaction begin, and where it ends. */
function partsAt(bytes: Buffer, at: number): { rest: number; raw: number; end: number } {
  const rest = at + PARTS;
  const raw = rest + bytes.readUInt32BE(at + TXID_LENGTH);
  return { rest, raw, end: raw + bytes.readUInt32BE(at + TXID_LENGTH + 4) };
}

function txidAt(bytes: Buffer, at: number): string {
  return with0x(bytes.toString('hex', at, at + TXID_LENGTH));
}
