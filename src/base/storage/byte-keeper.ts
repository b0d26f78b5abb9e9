import { openPageFile, type PageFile } from '#platform/page-file.js';
import { pageBytes } from './page-bytes.js';

/** The size of the memory that pieces share, in bytes: small buffers of their own leave holes in the memory of the C library. */
const SLAB = 1024 * 1024;
/** So many bytes of slabs stay in the memory of a process. */
const IN_MEMORY = 32 * SLAB;

/** Bytes that never change, in memory or in a file. */
export type KeptBytes = {
  /** @throws Error of the file system */
  read(): Uint8Array;
};

/**
 * Keeps bytes that never change. What is more than the memory is to have lies in a file without a name, oldest first. Where there is no
 * room for one, all stays in memory.
 */
export class ByteKeeper {
  readonly #place: SlabPlace;
  #slab: Slab | undefined;
  #used = 0;
  /** Full slabs in memory, oldest first. Each is freed with what it keeps. */
  readonly #full: WeakRef<Slab>[] = [];

  /** @default the place that all of the process share */
  constructor(place = ofProcess) {
    this.#place = place;
  }

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
    const slab = new Slab(this.#place, length);
    while (this.#place.isFull && this.#full.length > 0) this.#full.shift()?.deref()?.toFile();
    return slab;
  }
}

class Slab {
  readonly length: number;
  readonly #place: SlabPlace;
  readonly #holding: Holding;
  #bytes: Uint8Array | undefined;

  constructor(place: SlabPlace, length: number) {
    this.length = length;
    this.#place = place;
    this.#bytes = pageBytes(length);
    this.#holding = place.enter(this, length);
  }

  keep(bytes: Uint8Array, at: number): KeptBytes {
    const { length } = bytes;
    this.#bytes?.set(bytes, at);
    return { read: () => this.#bytes?.subarray(at, at + length) ?? this.#place.read(this.#holding, at, length) };
  }

  toFile(): void {
    if (this.#bytes === undefined) return;
    void this.#place.write(this.#holding, this.#bytes).then((isWritten) => {
      if (isWritten) this.#bytes = undefined;
    });
  }
}

/** What a slab leaves when it ends: how many bytes of the memory, and where it is in the file. */
type Holding = { memory: number; at: number | undefined; readonly length: number };

/** The memory and the file of slabs. It must not end before them: nothing would close the file. */
export class SlabPlace {
  readonly #limit: number;
  #inMemory = 0;
  readonly #file = new SlabFile();
  #isWithoutFile = false;
  readonly #ends = new FinalizationRegistry<Holding>(({ memory, at, length }) => {
    this.#inMemory -= memory;
    if (at !== undefined) this.#file.free(at, length);
  });

  /** @param limit of the memory, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a slab is to leave the memory. */
  get isFull(): boolean {
    return this.#inMemory > this.#limit && !this.#isWithoutFile;
  }

  enter(slab: Slab, length: number): Holding {
    const holding: Holding = { memory: length, at: undefined, length };
    this.#inMemory += length;
    this.#ends.register(slab, holding);
    return holding;
  }

  /** @returns whether the bytes are in the file */
  async write(holding: Holding, bytes: Uint8Array): Promise<boolean> {
    this.#inMemory -= holding.memory;
    holding.memory = 0;
    try {
      holding.at = await this.#file.write(bytes);
      return true;
    } catch {
      this.#isWithoutFile = true;
      return false;
    }
  }

  read({ at: start = 0 }: Holding, at: number, length: number): Uint8Array {
    return this.#file.read(length, start + at);
  }
}

/** A file in parts of the size of a slab. It is there while it has any. */
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

const ofProcess = new SlabPlace(IN_MEMORY);
