import { openPageFile, type PageFile } from '#platform/page-file.js';
import { pageBytes } from './page-bytes.js';

/** The size of the memory that pieces share, in bytes: small buffers of their own leave holes in the memory of the C library. */
const SLAB = 1024 * 1024;
/** So many bytes of full slabs stay in the memory of a process. */
const IN_MEMORY = 32 * SLAB;

/** Bytes that never change, in memory or in a file. */
export type KeptBytes = {
  /** @throws Error of the file system */
  read(): Uint8Array;
};

/**
 * Keeps bytes that never change. What is more than the memory of a process is to have lies in a file without a name, oldest first. Where
 * there is no room for one, all stays in memory.
 */
export class ByteKeeper {
  #slab: Slab | undefined;
  #used = 0;
  /** Full slabs in memory, oldest first. Each is freed with what it keeps. */
  readonly #full: WeakRef<Slab>[] = [];

  /** @param bytes are copied */
  keep(bytes: Uint8Array): KeptBytes {
    if (this.#slab === undefined || this.#used + bytes.length > this.#slab.length) this.#slab = this.#begin(Math.max(SLAB, bytes.length));
    const piece = this.#slab.keep(bytes, this.#used);
    this.#used += bytes.length;
    return piece;
  }

  #begin(length: number): Slab {
    if (this.#slab !== undefined) this.#full.push(new WeakRef(this.#slab));
    this.#used = 0;
    const slab = new Slab(length);
    while (inMemory > IN_MEMORY && !isWithoutFile && this.#full.length > 0) this.#full.shift()?.deref()?.toFile();
    return slab;
  }
}

/** How many bytes slabs have in memory, all of the process. */
let inMemory = 0;

class Slab {
  readonly length: number;
  readonly #holding: Holding;
  #bytes: Uint8Array | undefined;

  constructor(length: number) {
    this.length = length;
    this.#bytes = pageBytes(length);
    this.#holding = { memory: length, place: undefined, length };
    inMemory += length;
    holdings.register(this, this.#holding);
  }

  keep(bytes: Uint8Array, at: number): KeptBytes {
    const { length } = bytes;
    this.#bytes?.set(bytes, at);
    return { read: () => this.#bytes?.subarray(at, at + length) ?? file.read(length, (this.#holding.place ?? 0) + at) };
  }

  toFile(): void {
    const [bytes, holding] = [this.#bytes, this.#holding];
    if (bytes === undefined || holding.memory === 0) return;
    inMemory -= holding.memory;
    holding.memory = 0;
    file.write(bytes).then(
      (place) => {
        holding.place = place;
        this.#bytes = undefined;
      },
      () => {
        isWithoutFile = true;
      },
    );
  }
}

/** What a slab leaves when it ends. */
type Holding = { memory: number; place: number | undefined; readonly length: number };

const holdings = new FinalizationRegistry<Holding>(({ memory, place, length }) => {
  inMemory -= memory;
  if (place !== undefined) file.free(place, length);
});

/** Whether the file could not be opened or written. */
let isWithoutFile = false;

/** The file of the process, in parts of the size of a slab. It is there while it has any. */
class SlabFile {
  #file: PageFile | undefined;
  #end = 0;
  /** Parts before the end that are free. */
  readonly #free: number[] = [];

  /** @returns where the bytes are @throws Error of the file system */
  async write(bytes: Uint8Array): Promise<number> {
    this.#file ??= openPageFile();
    if (this.#file === undefined) throw new Error('there is no file');
    const place = this.#reserve(bytes.length);
    try {
      await this.#file.write(bytes, place);
      return place;
    } catch (error) {
      this.free(place, bytes.length);
      throw error;
    }
  }

  read(length: number, place: number): Uint8Array {
    if (this.#file === undefined) throw new Error('the file has ended');
    return this.#file.read(length, place);
  }

  free(place: number, length: number): void {
    for (let at = place; at < place + length; at += SLAB) this.#free.push(at);
    if (this.#free.length * SLAB < this.#end) return;
    this.#file?.close();
    this.#file = undefined;
    this.#end = 0;
    this.#free.length = 0;
  }

  /** More than one part is at the end: few are. */
  #reserve(length: number): number {
    const free = length <= SLAB ? this.#free.pop() : undefined;
    if (free !== undefined) return free;
    const place = this.#end;
    this.#end += Math.ceil(length / SLAB) * SLAB;
    return place;
  }
}

const file = new SlabFile();
