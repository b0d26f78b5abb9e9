import { at, atAsync, ByteReader, ByteWriter } from '../../../base/storage.js';
import { decodeTransaction } from '../../protocol/codec/transaction/transaction.js';
import type { Chunk } from '../chain/state/chunks.js';
import type { ChainState } from '../chain/state/state.js';
import { poolEntry } from '../mempool/entry.js';
import type { SnapshotContents } from '../snapshot-contents.js';
import { chainUpTo, readBlocks, writeBlocks } from './blocks.js';
import { requireBootContracts, writeBootContracts } from './boot-contracts.js';
import { itemAt, readSortitions, writeSortitions } from './sortitions.js';

const SIGNATURE = 65;

/**
 * Writes what a snapshot has: the canonical chain with the state of each block, pending transactions, and StackerDBs. Others get their
 * turns meanwhile.
 */
export async function writeSnapshot(
  chain: ChainState,
  { block, sortition, waiting, deferred, chunks }: SnapshotContents,
): Promise<Uint8Array> {
  const writer = new ByteWriter();
  writeBootContracts(writer, chain);
  const blocks = chainUpTo(block);
  const tips = [sortition, ...blocks.map((each) => each.sortition), ...waiting.map(({ tenure }) => tenure)];
  const placeOf = await writeSortitions(writer, tips);
  writer.number(placeOf(sortition));
  await writeBlocks(writer, blocks, placeOf);
  await writer.listInTurns(waiting, ({ transaction, tenure }) => {
    writer.bytes(transaction.raw);
    writer.number(placeOf(tenure));
  });
  writer.list(deferred.toSorted(), writer.hash.bind(writer));
  writer.list([...chunks].toSorted(byKey), ([key, { version, signature, data }]) => {
    writer.text(key);
    writer.number(version);
    writer.hash(signature);
    writer.bytes(data);
  });
  return writer.finish();
}

/**
 * Reads a snapshot of a network with the same settings. Others get their turns meanwhile.
 * @throws DevnetError INVALID_INPUT for other boot contracts, FormatError for bytes that {@link writeSnapshot} does not write
 */
export async function readSnapshot(chain: ChainState, bytes: Uint8Array): Promise<SnapshotContents> {
  const reader = new ByteReader(bytes);
  requireBootContracts(reader, chain);
  const sortitions = await atAsync('sortitions', () => readSortitions(reader, chain.sortitions.first));
  const sortition = at('tip', () => itemAt(sortitions, reader.number()));
  const blocks = await atAsync('blocks', () => readBlocks(reader, sortitions, chain));
  const block = itemAt(blocks, blocks.length - 1);
  const waiting = await atAsync('waiting', () =>
    reader.listInTurns(() => {
      const transaction = decodeTransaction(Buffer.from(reader.bytes()));
      return poolEntry(transaction, itemAt(sortitions, reader.number()));
    }),
  );
  const deferred = at('deferred', () => reader.list(() => reader.hash()));
  const chunks = at('chunks', () =>
    reader.list((): [string, Chunk] => {
      const [key, version] = [reader.text(), reader.number()];
      return [key, { version, signature: reader.hash(SIGNATURE), data: Buffer.from(reader.bytes()) }];
    }),
  );
  reader.end();
  return { block, sortition, waiting, deferred, chunks: new Map(chunks) };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
