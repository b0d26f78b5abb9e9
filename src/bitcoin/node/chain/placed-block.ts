import { StoredRecord } from '../../../base/storage.js';
import type { Block, BlockHeader } from '../../protocol/codec/block.js';
import { type BlockEntry, type BlockRecord, type HeaderEntry, heightOn, jumpFrom, medianOf, medianTime } from './block-entry.js';
import { type BlockContents, BlockStore } from './block-store.js';
import type { Coin } from './coin.js';
import type { TxRecord } from './tx-record.js';

/** Returns the entry of a block on top of `parent`, which is undefined for genesis. */
export function blockEntry(record: BlockRecord, parent: BlockEntry | undefined, sequence: number): BlockEntry {
  const { header } = record.block;
  const place = { header, height: heightOn(parent), parent, jump: jumpFrom(parent), sequence, medianTimePast: medianTime(header, parent) };
  return new PlacedBlock(record, place);
}

/** Returns the entry of a block without a parent at any height. @param before the times of up to ten blocks before it, the latest first */
export function lowestEntry(record: BlockRecord, height: number, before: readonly number[]): BlockEntry {
  const { header } = record.block;
  const medianTimePast = medianOf([header.time, ...before]);
  return new PlacedBlock(record, { header, height, parent: undefined, jump: undefined, sequence: 0, before, medianTimePast });
}

/** Where a block is in its tree. */
type Place = Omit<HeaderEntry, 'hash' | 'hashBytes'> & Pick<BlockEntry, 'parent' | 'jump'>;

/** A block of a tree. Its contents are bytes once it is old. */
class PlacedBlock implements BlockEntry {
  readonly hash: string;
  readonly hashBytes: Uint8Array;
  header: BlockHeader;
  readonly height: number;
  readonly parent: BlockEntry | undefined;
  readonly jump: BlockEntry | undefined;
  readonly sequence: number;
  readonly before: readonly number[] | undefined;
  readonly medianTimePast: number;
  readonly size: number;
  readonly strippedSize: number;
  readonly count: number;
  #isConnected = false;
  readonly #store: BlockStore;
  #contents: BlockContents | StoredRecord;

  constructor({ block, records, count, hash, hashBytes, size, strippedSize: stripped }: BlockRecord, place: Place) {
    this.hash = hash;
    // A hash as Node makes it has memory outside of V8's.
    this.hashBytes = new Uint8Array(hashBytes);
    this.header = place.header;
    this.height = place.height;
    this.parent = place.parent;
    this.jump = place.jump;
    this.sequence = place.sequence;
    this.before = place.before;
    this.medianTimePast = place.medianTimePast;
    this.size = size;
    this.strippedSize = stripped;
    this.count = count;
    this.#contents = { block, records, undo: undefined };
    // Blocks of a tree share it.
    this.#store = place.parent instanceof PlacedBlock ? place.parent.#store : new BlockStore();
    this.#store.add(this);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get block(): Block {
    return this.#read().block;
  }

  get records(): TxRecord[] {
    return this.#read().records;
  }

  get undo(): Coin[][] | undefined {
    return this.#isConnected ? this.#read().undo : undefined;
  }

  set undo(undo: Coin[][] | undefined) {
    this.#isConnected = undo !== undefined;
    if (this.#contents instanceof StoredRecord) {
      this.#contents = { ...this.#read(), undo };
      this.shorten();
    } else this.#contents.undo = undo;
  }

  /** Keeps the contents as bytes. Those of a block that spent coins of another chain stay: the coins know when that made them. */
  shorten(): void {
    const contents = this.#contents;
    if (contents instanceof StoredRecord || contents.undo?.flat().some(({ since }) => since !== undefined)) return;
    this.#contents = this.#store.write(contents, this);
    const { previous, merkleRoot } = this.header;
    this.header = { ...this.header, previous: this.parent?.hashBytes ?? previous, merkleRoot: new Uint8Array(merkleRoot) };
  }

  #read(): BlockContents {
    return this.#contents instanceof StoredRecord ? this.#store.read(this.#contents) : this.#contents;
  }
}
