import { parseBlock, parseBlockHeader } from '../../protocol/codec/block.js';
import { fromHex, hashFromHex, hashToHex } from '../../protocol/codec/hex.js';
import { isCoinbase, outPointKey, parseTransaction } from '../../protocol/codec/transaction.js';
import type { Origin } from '../../protocol/fork-source/origin.js';
import type { OriginTransaction } from '../../protocol/fork-source/reader.js';
import type { HeaderEntry, StoredBlock } from './block-entry.js';
import { recordBlock } from './block-record.js';
import type { Coin } from './coin.js';
import type { TxLocation } from './state.js';
import { recordTx, type TxRecord } from './tx-record.js';

/** A transaction of a block. */
export type FoundTransaction = {
  entry: HeaderEntry;
  record: TxRecord;
  /** Its place in the block; undefined if the block is not here. */
  position: number | undefined;
  /** The coins that it spent; undefined if they are not here, and for coinbases. */
  spent: Coin[] | undefined;
};

/**
 * Finds blocks and transactions of the whole chain, of a fork also those of its origin. What the origin has not answered yet throws
 * `Missing`, and what it cannot answer DevnetError ORIGIN. On a chain with its own genesis it finds what the chain has.
 */
export type Lookup = {
  at(height: number): HeaderEntry | undefined;
  header(hash: string): HeaderEntry | undefined;
  stored(hash: string): StoredBlock | undefined;
  /** Returns the number of transactions in a block; 0 if only its header is known. */
  transactionCount(entry: HeaderEntry): number;
  transaction(txid: string): FoundTransaction | undefined;
  /** The same without asking the origin. */
  knownTransaction(txid: string): FoundTransaction | undefined;
  /** Returns the coins that a transaction spent. */
  spentBy(found: FoundTransaction): Coin[] | undefined;
};

/** The part of a chain that has its own blocks. */
type Own = {
  at(height: number): HeaderEntry | undefined;
  base(): HeaderEntry;
  header(hash: string): HeaderEntry | undefined;
  stored(hash: string): StoredBlock | undefined;
  transaction(txid: string): TxLocation | undefined;
};

export function createLookup(own: Own, origin: Origin | undefined): Lookup {
  const entryOf = (hash: string): HeaderEntry | undefined => {
    const found = origin?.header(hash);
    if (found === undefined) return undefined;
    const { height, medianTime } = found;
    const header = parseBlockHeader(fromHex(found.header));
    return {
      hash,
      hashBytes: hashFromHex(hash),
      header,
      height,
      parent: undefined,
      jump: undefined,
      sequence: 0,
      medianTimePast: medianTime,
    };
  };

  const located = (txid: string): FoundTransaction | undefined => {
    const { entry, position } = own.transaction(txid) ?? {};
    const record = entry?.records[position ?? 0];
    if (entry === undefined || record === undefined || position === undefined) return undefined;
    return { entry, record, position, spent: position === 0 ? undefined : entry.undo?.[position - 1] };
  };

  const foundAt = (found: OriginTransaction | undefined): FoundTransaction | undefined => {
    const entry = found === undefined ? undefined : (own.header(found.hash) ?? entryOf(found.hash));
    if (found === undefined || entry === undefined) return undefined;
    return { entry, record: recordTx(parseTransaction(fromHex(found.hex))), position: undefined, spent: undefined };
  };

  const lookup: Lookup = {
    at(height) {
      if (origin === undefined || height >= own.base().height || height < 0) return own.at(height);
      const hash = origin.hashAt(height);
      return hash === undefined ? undefined : entryOf(hash);
    },
    header: (hash) => own.header(hash) ?? entryOf(hash),
    stored(hash) {
      const known = own.stored(hash);
      if (known !== undefined || own.header(hash) !== undefined) return known;
      const entry = entryOf(hash);
      const bytes = entry && origin?.block(hash);
      if (entry === undefined || bytes === undefined) return undefined;
      return { ...entry, ...recordBlock(parseBlock(fromHex(bytes))), undo: undefined };
    },
    transactionCount(entry) {
      const stored = own.stored(entry.hash);
      if (stored !== undefined || origin === undefined || entry.height >= own.base().height) return stored?.count ?? 0;
      return origin.header(entry.hash)?.transactions ?? 0;
    },
    transaction: (txid) => located(txid) ?? foundAt(origin?.transaction(txid)),
    knownTransaction: (txid) => located(txid) ?? foundAt(origin?.knownTransaction(txid)),
    spentBy({ record: { tx }, entry, spent }) {
      if (spent !== undefined || origin === undefined || isCoinbase(tx) || entry.height > own.base().height) return spent;
      const coins = origin.all(
        tx.inputs.map(({ previous }) => () => {
          const key = outPointKey(previous);
          const found = origin.transaction(hashToHex(previous.hash));
          const parent = found && parseTransaction(fromHex(found.hex));
          const output = parent?.outputs[previous.index];
          if (found === undefined || parent === undefined || output === undefined) throw new RangeError(`the origin lacks output ${key}`);
          return { ...output, height: found.height, coinbase: isCoinbase(parent) };
        }),
      );
      return coins;
    },
  };
  return lookup;
}
