import { at, atAsync, ByteReader, type PartWriter } from '../../../base/storage.js';
import { decodeTransaction } from '../../protocol/codec/transaction/transaction.js';
import type { StacksBlock } from '../chain/block/block.js';
import type { Chunk } from '../chain/state/chunks.js';
import type { ChainState } from '../chain/state/state.js';
import { poolEntry } from '../mempool/entry.js';
import type { PoolEntry } from '../mempool/pool.js';
import type { SnapshotContents } from '../snapshot-contents.js';
import { BlocksWriter, readBlocks } from './blocks.js';
import { bootContractsOf, requireBootContracts } from './boot-contracts.js';
import { changedBlocks } from './changed-blocks.js';
import { itemAt, readSortitions, SortitionsWriter } from './sortitions.js';

const SIGNATURE = 65;

/** Writes what a snapshot has: the canonical chain with the state of each block, pending transactions, and StackerDBs. */
class SnapshotWriter {
  readonly #part: PartWriter;
  readonly #bootContracts: Buffer;
  readonly #sortitions: SortitionsWriter;
  readonly #blocks: BlocksWriter;
  #written: readonly StacksBlock[] = [];
  /** Stands for a pending transaction as long as its tenure has the same place. */
  readonly #places = new WeakMap<PoolEntry, { place: number }>();

  constructor(part: PartWriter, chain: ChainState) {
    this.#part = part;
    this.#bootContracts = bootContractsOf(chain);
    this.#sortitions = new SortitionsWriter(part);
    this.#blocks = new BlocksWriter(part, chain.ledger.first);
  }

  async write({ block, sortition, waiting, deferred, chunks }: SnapshotContents): Promise<void> {
    const part = this.#part;
    part.wholeBytes(this.#bootContracts);
    const changed = changedBlocks(this.#written, block);
    const tenures = waiting.map(({ tenure }) => tenure);
    const sortitions = await this.#sortitions.write(sortition, changed, tenures);
    const { placeOf } = sortitions;
    part.whole((writer) => writer.number(placeOf(sortition)));
    this.#written = await this.#blocks.write(changed, sortitions);
    await part.list(
      waiting,
      (writer, { transaction, tenure }) => {
        writer.bytes(transaction.raw);
        writer.number(placeOf(tenure));
      },
      (entry) => this.#placed(entry, placeOf(entry.tenure)),
    );
    part.whole((writer) => {
      writer.list(deferred.toSorted(), writer.hash.bind(writer));
      writer.list([...chunks].toSorted(byKey), ([key, { version, signature, data }]) => {
        writer.text(key);
        writer.number(version);
        writer.hash(signature);
        writer.bytes(data);
      });
    });
  }

  #placed(entry: PoolEntry, place: number): unknown {
    const known = this.#places.get(entry);
    if (known?.place === place) return known;
    const placed = { place };
    this.#places.set(entry, placed);
    return placed;
  }
}

/** Writes a snapshot as what changed since the last time. Others get their turns meanwhile. */
export async function writeSnapshot(part: PartWriter, chain: ChainState, contents: SnapshotContents): Promise<void> {
  await part.memory(() => new SnapshotWriter(part, chain)).write(contents);
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
