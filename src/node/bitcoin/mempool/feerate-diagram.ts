import type { MempoolEntry } from './entry.js';
import type { Family, Pool } from './pool.js';

/** Transactions that are mined together, by what they pay and weigh. */
export type Chunk = { fee: bigint; size: number };

/** The chunks of the mempool before and after a replacement, as far as it touches them. Nothing replaced has more than one relative. */
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

/** Whether miners would earn more with `after`, whatever the size of their blocks: its diagram of fees by size is never below and somewhere above. */
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

/** The points that the fees of chunks, best rate first, add up to. */
function diagram(chunks: Chunk[]): Chunk[] {
  const points: Chunk[] = [{ fee: 0n, size: 0 }];
  for (const { fee, size } of chunks.toSorted((a, b) => (higherRate(a, b) ? -1 : higherRate(b, a) ? 1 : 0))) {
    const last = points.at(-1) ?? { fee: 0n, size: 0 };
    points.push({ fee: last.fee + fee, size: last.size + size });
  }
  return points;
}

/** The fee of a diagram at a size, between two points by a straight line, as a fraction. */
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
