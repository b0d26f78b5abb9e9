import type { MempoolEntry } from './entry.js';
import type { Family, Pool } from './pool.js';

/** The total fee and size of transactions that are mined together. */
export type Chunk = { fee: bigint; size: number };

/** Returns the affected chunks before and after a replacement. Each replaced entry has at most one relative. */
export function replacementChunks(
  pool: Pool,
  { conflicts, replaced, by }: { conflicts: Family; replaced: Family; by: Chunk },
): { before: Chunk[]; after: Chunk[] } {
  const before = [...replaced.values()].flatMap((entry): Chunk[] => {
    const own = chunkOf(entry);
    const [parent] = pool.parents(entry).values();
    if (parent === undefined) return pool.children(entry).size > 0 ? [] : [own];
    const both = { fee: own.fee + parent.modifiedFee, size: own.size + parent.vsize };
    return higherRate(own, both) ? [both] : [chunkOf(parent), own];
  });
  const left = [...conflicts.values()].flatMap((entry) =>
    [...pool.parents(entry).values()].filter(({ record }) => !replaced.has(record.txid)).map(chunkOf),
  );
  return { before, after: [...left, by] };
}

/** Whether miners earn more with `after` at any block size: its fee diagram is nowhere lower and somewhere higher. */
export function improvesDiagram(before: Chunk[], after: Chunk[]): boolean {
  const [old, next] = [diagram(before), diagram(after)];
  let better = false;
  for (const { size } of [...old, ...next]) {
    const [a, b] = [feeAt(next, size), feeAt(old, size)];
    const [left, right] = [a.fee * b.scale, b.fee * a.scale];
    if (left < right) return false;
    if (left > right) better = true;
  }
  return better;
}

/** Returns the cumulative fees and sizes of chunks, best rate first. */
function diagram(chunks: Chunk[]): Chunk[] {
  const points: Chunk[] = [{ fee: 0n, size: 0 }];
  for (const { fee, size } of chunks.toSorted((a, b) => (higherRate(a, b) ? -1 : higherRate(b, a) ? 1 : 0))) {
    const last = points.at(-1) ?? { fee: 0n, size: 0 };
    points.push({ fee: last.fee + fee, size: last.size + size });
  }
  return points;
}

/** Returns the fee of a diagram at a size as a fraction, by linear interpolation. */
function feeAt(points: Chunk[], size: number): { fee: bigint; scale: bigint } {
  const index = points.findIndex((point) => point.size >= size);
  const [right, left] = [points[index], points[index - 1]];
  if (right === undefined) return { fee: points.at(-1)?.fee ?? 0n, scale: 1n };
  if (left === undefined || right.size === size) return { fee: right.fee, scale: 1n };
  const scale = BigInt(right.size - left.size);
  return { fee: left.fee * scale + (right.fee - left.fee) * BigInt(size - left.size), scale };
}

function chunkOf({ modifiedFee, vsize }: MempoolEntry): Chunk {
  return { fee: modifiedFee, size: vsize };
}

function higherRate(a: Chunk, b: Chunk): boolean {
  return a.fee * BigInt(b.size) > b.fee * BigInt(a.size);
}
