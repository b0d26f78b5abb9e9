import type { ByteReader, ByteWriter, PartWriter } from '../../../base/storage.js';
import { at, atAsync, double } from '../../../base/storage.js';
import { parseTransaction, serializeTransaction } from '../../protocol/codec/transaction.js';
import { ForkMap } from '../chain/fork-map.js';
import { recordTx } from '../chain/tx-record.js';
import type { MempoolEntry } from '../mempool/entry.js';
import { createPool, type PoolState } from '../mempool/pool.js';
import { readHash } from './chain.js';
import { byKey, writeHash } from './write-chain.js';

/** A block has no more weight. */
const MAX_SIZE = 4_000_000;
export const MAX_TIME = 2 ** 32 - 1;
const FEE_RATE = double(0, 21e14);

/** Writes the mempool: its transactions in the order of their arrival, with what was decided about them. */
export class MempoolWriter {
  readonly #part: PartWriter;
  #entries: PoolState['entries'] | undefined;

  constructor(part: PartWriter) {
    this.#part = part;
  }

  /** Others get their turns meanwhile. */
  async write({ entries, deltas, rollingFee, sequence }: PoolState): Promise<void> {
    if (this.#entries !== undefined && entries.isSame(this.#entries)) this.#part.sameList();
    else {
      this.#entries = entries;
      await this.#part.list(
        [...entries.values()].toSorted((a, b) => a.sequence - b.sequence),
        writeEntry,
      );
    }
    this.#part.whole((writer) => {
      writer.list(byKey([...deltas.entries()]), ([txid, delta]) => {
        writeHash(writer, txid);
        writeDelta(writer, delta);
      });
      writer.double(rollingFee.rate);
      writer.number(rollingFee.updatedAt);
      writer.flag(rollingFee.falling);
      writer.number(sequence);
    });
  }
}

function writeEntry(writer: ByteWriter, entry: MempoolEntry): void {
  writer.bytes(serializeTransaction(entry.record.tx));
  writer.amount(entry.fee);
  writeDelta(writer, entry.modifiedFee - entry.fee);
  for (const number of [entry.vsize, entry.sigOpCost, entry.time, entry.height, entry.sequence]) writer.number(number);
  writer.flag(entry.unbroadcast);
}

export async function readMempool(reader: ByteReader): Promise<PoolState> {
  const pool = createPool();
  await atAsync('transactions', () => reader.eachInTurns(() => pool.add(readEntry(reader))));
  const deltas = new ForkMap<bigint>();
  at('deltas', () => reader.each(() => void deltas.set(readHash(reader), readDelta(reader))));
  const rollingFee = at('rollingFee', () => ({ rate: FEE_RATE.read(reader.double()), updatedAt: reader.number(), falling: reader.flag() }));
  return { ...pool.snapshot(), deltas, rollingFee, sequence: at('sequence', () => reader.number()) };
}

function readEntry(reader: ByteReader): MempoolEntry {
  const record = recordTx(parseTransaction(reader.bytes()));
  const fee = reader.amount();
  const modifiedFee = fee + readDelta(reader);
  const sizes = { vsize: reader.number(MAX_SIZE), sigOpCost: reader.number(MAX_SIZE) };
  // A fee rate is a fee by this size.
  if (sizes.vsize === 0) throw new RangeError('a size of 0');
  const arrival = { time: reader.number(MAX_TIME), height: reader.number(), sequence: reader.number() };
  return { record, fee, modifiedFee, ...sizes, ...arrival, unbroadcast: reader.flag() };
}

/** An amount that may be negative: its sign, then the amount without it. */
function writeDelta(writer: ByteWriter, delta: bigint): void {
  writer.flag(delta < 0n);
  writer.amount(delta < 0n ? -delta : delta);
}

function readDelta(reader: ByteReader): bigint {
  const isNegative = reader.flag();
  const amount = reader.amount();
  return isNegative ? -amount : amount;
}
