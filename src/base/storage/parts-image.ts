import type { PartWriter, Splice } from './part-writer.js';
import { type PartChanges, PartsWriter } from './parts-writer.js';

/** The bytes of the parts of a state, to which changes are applied. */
export class PartsImage {
  readonly #parts = new Map<string, Section[]>();

  /**
   * Adds the bytes of a part.
   * @param lengths those of its sections @throws RangeError if they are those of other bytes
   */
  add(name: string, bytes: Uint8Array, lengths: readonly number[]): void {
    let at = 0;
    const sections = lengths.map((length) => {
      at += length;
      return new Section(bytes.subarray(at - length, at));
    });
    if (at !== bytes.length) throw new RangeError(`sections of ${at} bytes in a part of ${bytes.length} bytes`);
    this.#parts.set(name, sections);
  }

  /** @throws RangeError for changes of another state */
  apply(changes: PartChanges): void {
    for (const [name, splices] of changes) {
      const sections = this.#parts.get(name) ?? [];
      this.#parts.set(name, sections);
      for (const splice of splices) {
        if (splice.section > sections.length + LATER_SECTIONS) throw new RangeError(`no section ${splice.section}`);
        while (sections.length <= splice.section) sections.push(new Section(new Uint8Array()));
        sections[splice.section]?.apply(splice);
      }
    }
  }

  /** Returns the bytes of each section of each part. */
  layout(): Map<string, readonly number[]> {
    return new Map([...this.#parts].map(([name, sections]) => [name, sections.map(({ bytes }) => bytes.length)]));
  }

  /** Returns the bytes of each part that is not empty. */
  parts(): Map<string, Uint8Array> {
    const all = [...this.pieces()].map(([name, [first = new Uint8Array(), ...more]]) => {
      return [name, more.length === 0 ? first : Buffer.concat([first, ...more])] as const;
    });
    return new Map(all);
  }

  /** As {@link parts}, but copies nothing: the bytes of a part are pieces, one after another. */
  pieces(): Map<string, Uint8Array[]> {
    const all = [...this.#parts].map(([name, sections]) => {
      return [name, sections.map(({ bytes }) => bytes).filter(({ length }) => length > 0)] as const;
    });
    return new Map(all.filter(([, { length }]) => length > 0));
  }
}

/** Returns the bytes of a part that is written once. */
export async function bytesOfPart(write: (part: PartWriter) => Promise<void> | void): Promise<Uint8Array> {
  const parts = new PartsWriter();
  await write(parts.part(''));
  const image = new PartsImage();
  image.apply(parts.changes());
  return image.parts().get('') ?? new Uint8Array();
}

/** How many sections a change may be beyond those that a part has: empty ones do not occur in changes. */
const LATER_SECTIONS = 100;

/** Bytes that change mostly at their end. */
class Section {
  #buffer: Uint8Array;
  #start = 0;
  #end: number;
  /** Whether the buffer is that of another: it is copied before the first change. */
  #isShared = true;

  constructor(bytes: Uint8Array) {
    this.#buffer = bytes;
    this.#end = bytes.length;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  apply({ at, removed, bytes }: Omit<Splice, 'section'>): void {
    const length = this.#end - this.#start;
    if (at + removed > length) throw new RangeError(`bytes ${at} to ${at + removed} of ${length} are replaced`);
    if (length === removed) {
      this.#buffer = bytes;
      [this.#start, this.#end, this.#isShared] = [0, bytes.length, true];
      return;
    }
    if (at === 0 && bytes.length === 0) {
      this.#start += removed;
      return;
    }
    this.#reserve(bytes.length - removed);
    const place = this.#start + at;
    this.#buffer.copyWithin(place + bytes.length, place + removed, this.#end);
    this.#buffer.set(bytes, place);
    this.#end += bytes.length - removed;
  }

  /** Makes room for more bytes at the end. */
  #reserve(more: number): void {
    const length = this.#end - this.#start;
    if (!this.#isShared && this.#end + more <= this.#buffer.length) return;
    const grown = new Uint8Array(length + Math.max(0, more) + Math.max(1024, length >> 1));
    grown.set(this.bytes);
    this.#buffer = grown;
    [this.#start, this.#end, this.#isShared] = [0, length, false];
  }
}
