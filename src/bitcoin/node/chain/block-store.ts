import { LruMap } from '../../../base/lru-map.js';
import { ByteReader, ByteWriter, RecordLog, StoredRecord } from '../../../base/storage.js';
import type { BlockEntry, BlockRecord } from './block-entry.js';
import { readRecord, writeRecord } from './block-record.js';
import { readUndo, writeUndo } from './undo.js';

/** So many first blocks stay as they are: most networks have no more, and do not pay for what they do not need. */
const FIRST = 512;
/** After them, so many of the blocks that came last do: most reads and reorganisations are of these. */
const RECENT = 128;
/** So many older blocks stay for the next reads, or fewer if they have more bytes than the largest block. */
const READ_AGAIN = { blocks: 32, bytes: 4_000_000 };

/** The transactions of a block, and the coins that they spent. */
export type BlockContents = Pick<BlockEntry, 'block' | 'records' | 'undo'>;

/**
 * What the blocks of a tree, and of all its copies, have besides their headers. A chain keeps all of them, and a decoded block takes ten
 * times as much memory as its bytes.
 */
export class BlockStore {
  readonly #log = new RecordLog();
  /** The blocks that came last, each at its number modulo `RECENT`. */
  readonly #recent: { shorten(): void }[] = [];
  #count = 0;
  readonly #read = new LruMap<StoredRecord, BlockContents & { size: number }>(READ_AGAIN.bytes, ({ size }) =>
    Math.max(size, READ_AGAIN.bytes / READ_AGAIN.blocks),
  );

  /** Adds a block that came, and shortens the one that is no longer recent. */
  add(block: { shorten(): void }): void {
    const place = this.#count++ % RECENT;
    const old = this.#recent[place];
    this.#recent[place] = block;
    if (this.#count > FIRST + RECENT) old?.shorten();
  }

  /** Returns the contents of a block as bytes. */
  write({ undo, ...contents }: BlockContents, { hashBytes, size }: Pick<BlockRecord, 'hashBytes' | 'size'>): StoredRecord {
    const writer = new ByteWriter(2 * size);
    writeRecord(writer, { ...contents, hashBytes });
    writer.optional(undo, (coins) => writeUndo(writer, coins));
    return new StoredRecord(this.#log, writer.finish());
  }

  read(stored: StoredRecord): BlockContents {
    const known = this.#read.get(stored);
    if (known !== undefined) return known;
    const reader = new ByteReader(stored.read());
    const { block, records, size } = readRecord(reader);
    const contents = { block, records, undo: reader.optional(() => readUndo(reader)), size };
    this.#read.set(stored, contents);
    return contents;
  }
}
