import { deflateRaw, inflateRawSync } from '#platform/compression.js';
import { LimitedMap } from '../limited-map.js';
import { ByteKeeper, type KeptBytes } from './byte-keeper.js';

/** The size of a page before compression, in bytes. Larger pages compress hardly better, and take longer to read. */
const PAGE = 64 * 1024;
/** How many decompressed pages stay for the next reads. */
const KEPT_PAGES = 4;
/** Level 1 takes 0.5 ms for a page; the next ones take twice as long to save a tenth. */
const LEVEL = 1;

/**
 * Records of bytes that never change. A full page of them is compressed in another thread, one after another: a load fills many at once. It
 * is freed with the records of the pages next to it. Beyond a limit, compressed pages lie in a file.
 */
export class RecordLog {
  /** The page that is not full, and its bytes. */
  #open = new Page(this);
  /** Full pages that are not compressed yet. */
  readonly #full: Page[] = [];
  #bytes = Buffer.alloc(0);
  #used = 0;
  readonly #keeper = new ByteKeeper();
  /** The pages that were read last, decompressed; oldest first. */
  readonly #decompressed = new LimitedMap<Page, Buffer>(KEPT_PAGES);

  /** Copies a record to the end. @returns where it begins */
  append(record: Uint8Array): Place {
    if (this.#used + record.length > PAGE) this.#seal();
    if (record.length > PAGE) return { page: this.#fill(new Page(this), record), at: 0 };
    // Most copies of a network never write.
    if (this.#bytes.length === 0) this.#bytes = Buffer.allocUnsafeSlow(PAGE);
    const at = this.#used;
    this.#bytes.set(record, at);
    this.#used += record.length;
    return { page: this.#open, at };
  }

  /** Appends bytes that never change, without copying them. They have a page for themselves. */
  keep(record: Uint8Array): Place {
    const page = new Page(this);
    page.bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
    this.#enqueue(page, page.bytes);
    return { page, at: 0 };
  }

  /** Returns the bytes of a page, valid until the next `append`. */
  read(page: Page): Buffer {
    if (page.bytes !== undefined) return page.bytes;
    if (page.compressed === undefined) return this.#bytes;
    const bytes = this.#decompressed.get(page) ?? inflateRawSync(page.compressed.read());
    this.#decompressed.set(page, bytes);
    return bytes;
  }

  #seal(): void {
    this.#fill(this.#open, this.#bytes.subarray(0, this.#used));
    this.#open = new Page(this);
    this.#used = 0;
  }

  /** Gives a page a copy of its bytes, until they are compressed. */
  #fill(page: Page, bytes: Uint8Array): Page {
    page.bytes = Buffer.from(bytes);
    this.#enqueue(page, page.bytes);
    return page;
  }

  #enqueue(page: Page, bytes: Buffer): void {
    if (this.#full.push(page) === 1) this.#compress(page, bytes);
  }

  #compress(page: Page, bytes: Buffer): void {
    deflateRaw(bytes, { level: LEVEL, chunkSize: PAGE }, (error, compressed) => {
      // Without memory for it, the page stays as it is.
      if (error === null) {
        page.compressed = this.#keeper.keep(compressed);
        page.bytes = undefined;
      }
      this.#full.shift();
      const [next] = this.#full;
      if (next?.bytes !== undefined) this.#compress(next, next.bytes);
    });
  }
}

/** Where a record begins. */
type Place = { readonly page: Page; readonly at: number };

/** A record in its log. Things that are many extend it, because an object of its own for each takes memory. */
export class StoredRecord {
  readonly #page: Page;
  readonly #at: number;
  readonly #length: number;

  /** @param isKept whether the bytes never change, so that they are not copied @default false */
  constructor(log: RecordLog, record: Uint8Array, isKept = false) {
    const { page, at } = isKept ? log.keep(record) : log.append(record);
    this.#page = page;
    this.#at = at;
    this.#length = record.length;
  }

  /** Returns the bytes, which are valid until the next record is added to the log. */
  read(): Buffer {
    return this.#page.log.read(this.#page).subarray(this.#at, this.#at + this.#length);
  }
}

/** A part of a log. */
class Page {
  readonly log: RecordLog;
  /** Those of a full page until it is compressed. */
  bytes: Buffer | undefined;
  compressed: KeptBytes | undefined;

  constructor(log: RecordLog) {
    this.log = log;
  }
}
