import { createTurns } from '../turns.js';
import { ByteWriter } from './byte-writer.js';

/** A change of a part: some bytes of one of its sections are replaced by others. */
export type Splice = {
  readonly section: number;
  readonly at: number;
  readonly removed: number;
  readonly bytes: Uint8Array;
};

/** Items in a section: what was written last, and where each item ends. */
type Items<T> = { readonly list: T[]; readonly ends: number[] };

/**
 * Writes the bytes of a part of a state again and again, each time as what changed since the last time. The bytes are sections, one after
 * another. A writer makes the same calls in the same order each time, and each call writes the next section.
 */
export class PartWriter {
  readonly #lengths: number[] = [];
  /** The bytes of sections that are written as a whole. */
  readonly #wholes: (Buffer | undefined)[] = [];
  readonly #items: (Items<unknown> | undefined)[] = [];
  #section = 0;
  #splices: Splice[] = [];
  #memory: unknown;

  /** The bytes of each section. */
  get lengths(): readonly number[] {
    return this.#lengths;
  }

  /** Returns what the writer of this part keeps until the next time. */
  memory<T>(make: () => T): T {
    this.#memory ??= make();
    return this.#memory as T;
  }

  /** Begins with the first section. */
  begin(): void {
    this.#section = 0;
  }

  /** Empties the part. A state file does not have an empty part. */
  clear(): void {
    for (const section of this.#lengths.keys()) {
      this.#splice(section, 0, this.#lengths[section] ?? 0, new Uint8Array());
      this.#wholes[section] = undefined;
      this.#items[section] = undefined;
    }
  }

  /** Writes a section of few bytes. They are compared with those of the last time. */
  whole(write: (writer: ByteWriter) => void): void {
    const writer = new ByteWriter(256);
    write(writer);
    this.wholeBytes(writer.finish());
  }

  /** As {@link whole}. @param bytes never change */
  wholeBytes(bytes: Buffer): void {
    this.#whole(this.#next(), bytes);
  }

  /** Writes the number of bytes of the sections that `write` writes, and then these. */
  async sized(write: () => Promise<void>): Promise<void> {
    const section = this.#next();
    await write();
    const writer = new ByteWriter(16);
    writer.number(this.#lengths.slice(section + 1, this.#section).reduce((sum, length) => sum + length, 0));
    this.#whole(section, writer.finish());
  }

  #whole(section: number, bytes: Buffer): void {
    const before = this.#wholes[section] ?? Buffer.alloc(0);
    this.#wholes[section] = bytes;
    const start = commonStart(before, bytes);
    const end = commonEnd(before.subarray(start), bytes.subarray(start));
    const removed = before.length - start - end;
    const added = bytes.subarray(start, bytes.length - end);
    if (removed > 0 || added.length > 0) this.#splice(section, start, removed, Uint8Array.from(added));
  }

  /** Leaves the next list as it is. */
  sameList(): void {
    this.#section += 2;
  }

  /** Leaves the next items of a list in JSON as they are. */
  sameJson(): void {
    this.#section++;
  }

  /** Returns the items of the next list as they were written last. */
  written<T>(): readonly T[] {
    return this.#itemsOf<T>(this.#section + 1).list;
  }

  /**
   * Writes the number of items of a list, and the items. Others get their turns meanwhile.
   * `kept`: how many items of the last time stay; `rest`: those after them; `gone`: how many before those that stay are gone.
   * @returns all items, until the next time
   */
  async tail<T>(
    { kept, rest, gone = 0 }: { kept: number; rest: readonly T[]; gone?: number },
    write: (writer: ByteWriter, item: T) => unknown,
  ): Promise<readonly T[]> {
    this.whole((writer) => writer.number(kept + rest.length));
    const section = this.#next();
    const { list, ends } = this.#itemsOf<T>(section);
    if (gone > 0) this.#forget(section, gone);
    const start = ends[kept - 1] ?? 0;
    const removed = (ends.at(-1) ?? 0) - start;
    list.length = kept;
    ends.length = kept;
    if (removed === 0 && rest.length === 0) return list;
    const writer = new ByteWriter(1 << 12);
    const giveWay = createTurns();
    for (const item of rest) {
      const pending = write(writer, item);
      if (pending instanceof Promise) await pending;
      list.push(item);
      ends.push(start + writer.length);
      await giveWay();
    }
    this.#splice(section, start, removed, writer.finish());
    return list;
  }

  /**
   * Writes the number of items of a list, and the items, of which most are those of the last time. Others get their turns meanwhile.
   * @param idOf equal only for items with the same bytes
   */
  async list<T>(items: readonly T[], write: (writer: ByteWriter, item: T) => void, idOf?: (item: T) => unknown): Promise<void> {
    this.whole((writer) => writer.number(items.length));
    await this.#diff(items, write, idOf);
  }

  /** Writes the items of a list in JSON, without its brackets. @param idOf as in {@link list} */
  async json<T>(items: readonly T[], toText: (item: T) => string, idOf?: (item: T) => unknown): Promise<void> {
    await this.#diff(items, (writer, item, isLast) => writer.raw(Buffer.from(`${toText(item)}${isLast ? '' : ','}`)), idOf);
  }

  /** @param write the last item may have other bytes than it has at another place */
  async #diff<T>(
    items: readonly T[],
    write: (writer: ByteWriter, item: T, isLast: boolean) => void,
    idOf: (item: T) => unknown = (item) => item,
  ): Promise<void> {
    const section = this.#next();
    const { list, ends } = this.#itemsOf<unknown>(section);
    const ids = items.map(idOf);
    const isKept = (before: number, now: number): boolean =>
      list[before] === ids[now] && (before === list.length - 1) === (now === ids.length - 1);
    let start = 0;
    while (start < list.length && start < ids.length && isKept(start, start)) start++;
    let [before, now] = [list.length, ids.length];
    while (before > start && now > start && isKept(before - 1, now - 1)) [before, now] = [before - 1, now - 1];
    if (before === start && now === start) return;
    const old = new Set(list.slice(start, before));
    const present = new Set(ids.slice(start, now));
    const giveWay = createTurns();
    const newEnds: number[] = [];
    /** What is before this is as it will be. */
    let at = ends[start - 1] ?? 0;
    for (let [from, to] = [start, start]; from < before || to < now; ) {
      const gone = from;
      while (from < before && !isKept(from, to) && (to >= now || !present.has(list[from]) || old.has(ids[to]))) from++;
      const writer = new ByteWriter(1 << 12);
      while (to < now && !(from < before && isKept(from, to)) && (from >= before || !old.has(ids[to]))) {
        write(writer, items[to] as T, to === ids.length - 1);
        newEnds.push(at + writer.length);
        to++;
        await giveWay();
      }
      const removed = from === gone ? 0 : (ends[from - 1] ?? 0) - (ends[gone - 1] ?? 0);
      this.#splice(section, at, removed, writer.finish());
      at += writer.length;
      for (; from < before && to < now && isKept(from, to); from++, to++) {
        at += (ends[from] ?? 0) - (ends[from - 1] ?? 0);
        newEnds.push(at);
      }
    }
    const moved = at - (ends[before - 1] ?? 0);
    const after = ends.slice(before).map((end) => end + moved);
    this.#items[section] = { list: ids, ends: [...ends.slice(0, start), ...newEnds, ...after] };
  }

  /** Returns what changed since the last call, in order. */
  changes(): Splice[] {
    const splices = this.#splices;
    this.#splices = [];
    return splices;
  }

  /** Removes the first items of a section. */
  #forget(section: number, count: number): void {
    const { list, ends } = this.#itemsOf<unknown>(section);
    const bytes = ends[count - 1] ?? 0;
    this.#splice(section, 0, bytes, new Uint8Array());
    list.splice(0, count);
    ends.splice(0, count);
    for (const [index, end] of ends.entries()) ends[index] = end - bytes;
  }

  #next(): number {
    const section = this.#section++;
    this.#lengths[section] ??= 0;
    return section;
  }

  #itemsOf<T>(section: number): Items<T> {
    const items = this.#items[section] ?? { list: [], ends: [] };
    this.#items[section] = items;
    return items as Items<T>;
  }

  #splice(section: number, at: number, removed: number, bytes: Uint8Array): void {
    if (removed === 0 && bytes.length === 0) return;
    this.#splices.push({ section, at, removed, bytes });
    this.#lengths[section] = (this.#lengths[section] ?? 0) - removed + bytes.length;
  }
}

/** Bytes that are compared at once. */
const BLOCK = 1024;

/** Returns how many bytes both begin with. */
function commonStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + BLOCK <= most && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/** Returns how many bytes both end with. */
function commonEnd(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  const isSame = (from: number, to: number): boolean => a.compare(b, b.length - to, b.length - from, a.length - to, a.length - from) === 0;
  let at = 0;
  while (at + BLOCK <= most && isSame(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  return at;
}
