import type { BaseMemory } from './base-memory.js';

/** A linear memory of `length` bytes as the pages in which it differs from a base; beyond the base's end that is from zeros. */
export type MemoryDelta = { length: number; pages: { at: number; bytes: Uint8Array }[] };

/** The same in one piece, which goes from thread to thread without being copied; `spans` are each page's place and length. */
export type PackedDelta = { length: number; spans: Uint32Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> };

/** Compared first: calls cost more than bytes. */
const BLOCK = 65_536;
/** Kept where a block differs. */
const PAGE = 4096;

/** What of `live` differs from the base. Measured: 20 ms for 81 MB. */
export function memoryDelta(live: Uint8Array, base: BaseMemory): MemoryDelta {
  const pages: MemoryDelta['pages'] = [];
  const memory = Buffer.from(live.buffer, live.byteOffset, live.length);
  const compare = (expected: Uint8Array, from: number, to: number, shift: number, step: number): void => {
    for (let at = from; at < to; at += step) {
      const end = Math.min(at + step, to);
      if (memory.compare(expected, at - shift, end - shift, at, end) === 0) continue;
      if (step === PAGE) pages.push({ at, bytes: live.slice(at, end) });
      else compare(expected, at, end, shift, PAGE);
    }
  };
  base.visit((piece, at) => compare(piece, at, at + piece.length, at, BLOCK));
  const zeros = new Uint8Array(BLOCK);
  for (let at = base.length; at < live.length; at += BLOCK) compare(zeros, at, Math.min(at + BLOCK, live.length), at, BLOCK);
  return { length: live.length, pages };
}

/** Makes `live`, which must be long enough, what it was. */
export function applyDelta(live: Uint8Array, base: BaseMemory, delta: MemoryDelta): void {
  base.copyTo(live);
  live.fill(0, base.length);
  applyPages(live, delta);
}

/** Makes a memory that is the base, followed by zeros, what it was. */
export function applyPages(live: Uint8Array, { pages }: MemoryDelta): void {
  for (const { at, bytes } of pages) live.set(bytes, at);
}

export function packDelta({ length, pages }: MemoryDelta): PackedDelta {
  const bytes = new Uint8Array(pages.reduce((sum, page) => sum + page.bytes.length, 0));
  let filled = 0;
  for (const page of pages) {
    bytes.set(page.bytes, filled);
    filled += page.bytes.length;
  }
  return { length, spans: Uint32Array.from(pages.flatMap((page) => [page.at, page.bytes.length])), bytes };
}

/** The pages are views of what was packed. */
export function unpackDelta({ length, spans, bytes }: PackedDelta): MemoryDelta {
  const pages: MemoryDelta['pages'] = [];
  let taken = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const [at = 0, size = 0] = [spans[i], spans[i + 1]];
    pages.push({ at, bytes: bytes.subarray(taken, taken + size) });
    taken += size;
  }
  return { length, pages };
}
