import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { at, atAsync } from '../../../base/storage.js';
import { createTurns } from '../../../base/turns.js';
import { blockHash, parseBlock, parseBlockHeader, serializeBlockHeader } from '../../protocol/codec/block.js';
import { hashFromHex, hashToHex } from '../../protocol/codec/hex.js';
import { connectValidTip } from '../chain/activate.js';
import { ancestorAt, type BlockEntry, type BlockRecord, blockEntry, headerEntry, recordBlock } from '../chain/block-entry.js';
import { readBlockRecord, writeBlockRecord } from '../chain/block-record.js';
import { findHeader, isActive } from '../chain/block-tree.js';
import type { Chain } from '../chain/chain.js';
import type { Coin } from '../chain/coin.js';
import type { ChainState } from '../chain/state.js';

/** Bytes of a hash, and of a header. */
const [HASH, HEADER] = [32, 80];

/** Writes the tree of blocks, and which of them is the tip. Coins follow from the blocks. Others get their turns meanwhile. */
export async function writeChain(writer: ByteWriter, state: ChainState): Promise<void> {
  await writer.listInTurns(bySequence([...state.blocks.values()].filter(({ parent }) => parent !== undefined)), (entry) => {
    writer.number(entry.sequence);
    writeRecord(writer, entry);
    // Of active blocks it follows from the chain.
    writer.optional(isActive(state, entry) ? undefined : entry.undo, (undo) => writeUndo(writer, undo));
  });
  writeHash(writer, state.tip.hash);
  await writer.listInTurns(bySequence([...state.headers.values()]), ({ sequence, header }) => {
    writer.number(sequence);
    writer.raw(serializeBlockHeader(header));
  });
  const early = [...state.early.values()].sort((a, b) => a.arrival - b.arrival);
  await writer.listInTurns(early, (record) => writeRecord(writer, record));
  writer.list(byHash([...state.failed.values()]), ({ hash }) => writeHash(writer, hash));
  writer.list(byKey([...state.precedence.entries()]), ([hash, rank]) => {
    writeHash(writer, hash);
    writer.number(-rank);
  });
  const stale = [...state.transactions.entries()].filter(([, { entry }]) => !isActive(state, entry));
  await writer.listInTurns(byKey(stale), ([txid, { entry, position }]) => {
    writeHash(writer, txid);
    writeHash(writer, entry.hash);
    writer.number(position);
  });
  writer.number(state.arrivals);
}

/**
 * The counterpart of {@link writeChain}. Hashes are checked, and that the coins exist which blocks spend; scripts and signatures are not.
 * Others get their turns meanwhile.
 * @throws FormatError, Missing
 */
export async function readChain(reader: ByteReader, { initial, grantHeight }: Pick<Chain, 'initial' | 'grantHeight'>): Promise<ChainState> {
  const state = initial();
  const blockOf = (hash: string): BlockEntry => required(state.blocks.get(hash), hash);
  await atAsync('blocks', () =>
    reader.eachInTurns(() => {
      const sequence = reader.number();
      const record = readRecord(reader);
      const parent = blockOf(hashToHex(record.block.header.previous));
      const entry = blockEntry(record, parent, sequence);
      entry.undo = reader.optional(() => readUndo(reader));
      state.blocks.set(entry.hash, entry);
      state.leaves.delete(parent.hash);
      state.leaves.set(entry.hash, entry);
    }),
  );
  await atAsync('tip', async () => {
    const giveWay = createTurns();
    const tip = blockOf(readHash(reader));
    for (let height = state.tip.height + 1; height <= tip.height; height++) {
      connectValidTip(state, required(ancestorAt(tip, height), `height ${height}`), grantHeight);
      await giveWay();
    }
  });
  await atAsync('headers', () =>
    reader.eachInTurns(() => {
      const [sequence, header] = [reader.number(), parseBlockHeader(reader.raw(HEADER))];
      const previous = hashToHex(header.previous);
      const entry = headerEntry(header, required(findHeader(state, previous), previous), sequence);
      state.headers.set(entry.hash, entry);
    }),
  );
  const early = await atAsync('early', () => reader.listInTurns(() => readRecord(reader)));
  for (const [arrival, record] of early.entries()) state.early.set(record.hash, { ...record, arrival });
  at('failed', () =>
    reader.each(() => {
      const hash = readHash(reader);
      state.failed.set(hash, required(findHeader(state, hash), hash));
    }),
  );
  at('precedence', () => reader.each(() => void state.precedence.set(readHash(reader), -reader.number())));
  await atAsync('transactions', () =>
    reader.eachInTurns(() => {
      const [txid, hash, position] = [readHash(reader), readHash(reader), reader.number()];
      const entry = blockOf(hash);
      if (entry.records[position]?.txid !== txid) throw new RangeError(`the block ${hash} has another transaction at ${position}`);
      state.transactions.set(txid, { entry, position });
    }),
  );
  state.arrivals = at('arrivals', () => reader.number());
  return state;
}

function writeRecord(writer: ByteWriter, record: BlockRecord): void {
  writeBlockRecord({ raw: (bytes) => writer.raw(bytes), block: (bytes) => writer.bytes(bytes) }, record);
}

/** The hashes in the file are those of the block: it is hashed again, because everything refers to it by them. */
function readRecord(reader: ByteReader): BlockRecord {
  const stored = readBlockRecord({ raw: (length) => copy(reader.raw(length)), block: () => parseBlock(reader.bytes()) });
  const { block, records } = recordBlock(stored.block);
  if (hashToHex(blockHash(block.header)) !== stored.hash) throw new RangeError(`a block with another hash than ${stored.hash}`);
  const other = stored.records.find(({ txid, wtxid }, index) => txid !== records[index]?.txid || wtxid !== records[index]?.wtxid);
  if (other !== undefined) throw new RangeError(`a transaction with another hash than ${other.txid}`);
  return stored;
}

function writeUndo(writer: ByteWriter, undo: readonly Coin[][]): void {
  writer.list(undo, (coins) =>
    writer.list(coins, ({ value, scriptPubKey, height, coinbase }) => {
      writer.amount(value);
      writer.bytes(scriptPubKey);
      writer.number(height);
      writer.flag(coinbase);
    }),
  );
}

function readUndo(reader: ByteReader): Coin[][] {
  return reader.list(() =>
    reader.list((): Coin => {
      return { value: reader.amount(), scriptPubKey: copy(reader.bytes()), height: reader.number(), coinbase: reader.flag() };
    }),
  );
}

/** @param hash display order hex */
export function writeHash(writer: ByteWriter, hash: string): void {
  writer.raw(hashFromHex(hash));
}

export function readHash(reader: ByteReader): string {
  return hashToHex(reader.raw(HASH));
}

/** A plain copy, so that the file does not stay in memory. */
function copy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

export function byKey<T>(entries: readonly (readonly [key: string, value: T])[]): (readonly [key: string, value: T])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function byHash<T extends { hash: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
}

function bySequence<T extends { sequence: number }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.sequence - b.sequence);
}

function required<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new RangeError(`no block is at ${name}`);
  return found;
}
