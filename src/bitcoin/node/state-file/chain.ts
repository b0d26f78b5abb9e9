import type { ByteReader } from '../../../base/storage.js';
import { at, atAsync } from '../../../base/storage.js';
import { createTurns } from '../../../base/turns.js';
import { blockHash, HEADER_SIZE, parseBlockHeader } from '../../protocol/codec/block.js';
import { RejectError } from '../../protocol/codec/error.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { connectValidTip } from '../chain/activate.js';
import { ancestorAt, type BlockEntry, type BlockRecord, headerEntry, isAncestor } from '../chain/block-entry.js';
import { readRecord, recordBlock } from '../chain/block-record.js';
import { findHeader } from '../chain/block-tree.js';
import type { Chain } from '../chain/chain.js';
import { blockEntry } from '../chain/placed-block.js';
import type { ChainState } from '../chain/state.js';
import { readUndo } from '../chain/undo.js';

/** Bytes of a hash. */
const HASH = 32;

/**
 * The counterpart of `ChainWriter`. Hashes are checked, and that the coins exist which blocks spend; scripts and signatures are not.
 * Others get their turns meanwhile.
 * @throws FormatError, Missing
 */
export async function readChain(reader: ByteReader, { initial, grantHeight }: Pick<Chain, 'initial' | 'grantHeight'>): Promise<ChainState> {
  const state = initial();
  /** Whether all blocks so far are one chain, which is connected. */
  let follows = true;
  let isRejected = false;
  const connect = (entry: BlockEntry): boolean => {
    try {
      connectValidTip(state, entry, grantHeight);
      return true;
    } catch (error) {
      if (!(error instanceof RejectError)) throw error;
      // Perhaps it never was connected.
      isRejected = true;
      return false;
    }
  };
  const blockOf = (hash: string): BlockEntry => required(state.blocks.get(hash), hash);
  await atAsync('blocks', () =>
    reader.eachInTurns(() => {
      const sequence = reader.number();
      const record = readChecked(reader);
      const parent = blockOf(hashToHex(record.block.header.previous));
      const entry = blockEntry(record, parent, sequence);
      const undo = reader.optional(() => readUndo(reader));
      state.blocks.set(entry.hash, entry);
      state.leaves.delete(parent.hash);
      state.leaves.set(entry.hash, entry);
      if (undo !== undefined) entry.undo = undo;
      // Most chains have no other branch: to connect each block now saves decoding it again.
      if (follows) follows = undo === undefined && parent === state.tip && connect(entry);
    }),
  );
  await atAsync('tip', async () => {
    const giveWay = createTurns();
    const tip = blockOf(readHash(reader));
    if (isRejected || !isAncestor(state.tip, tip)) startAgain(state, initial());
    for (let height = state.tip.height + 1; height <= tip.height; height++) {
      connectValidTip(state, required(ancestorAt(tip, height), `height ${height}`), grantHeight);
      await giveWay();
    }
  });
  await atAsync('headers', () =>
    reader.eachInTurns(() => {
      const [sequence, header] = [reader.number(), parseBlockHeader(reader.raw(HEADER_SIZE))];
      const previous = hashToHex(header.previous);
      const entry = headerEntry(header, required(findHeader(state, previous), previous), sequence);
      state.headers.set(entry.hash, entry);
    }),
  );
  const early = await atAsync('early', () => reader.listInTurns(() => readChecked(reader)));
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

/** Takes back what was connected. */
function startAgain(state: ChainState, { tip, coins, transactions }: ChainState): void {
  for (let at = state.tip; at.parent !== undefined; at = at.parent) at.undo = undefined;
  Object.assign(state, { tip, coins, transactions });
}

/** The hashes in the file are those of the block: it is hashed again, because everything refers to it by them. */
function readChecked(reader: ByteReader): BlockRecord {
  const stored = readRecord(reader);
  const { block, records } = recordBlock(stored.block);
  if (hashToHex(blockHash(block.header)) !== stored.hash) throw new RangeError(`a block with another hash than ${stored.hash}`);
  const other = stored.records.find(({ txid, wtxid }, index) => txid !== records[index]?.txid || wtxid !== records[index]?.wtxid);
  if (other !== undefined) throw new RangeError(`a transaction with another hash than ${other.txid}`);
  return stored;
}

export function readHash(reader: ByteReader): string {
  return hashToHex(reader.raw(HASH));
}

function required<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new RangeError(`no block is at ${name}`);
  return found;
}
