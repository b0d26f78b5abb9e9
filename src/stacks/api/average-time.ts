import type { BlockRecord } from '../history/chain/records.js';
import { countWhile } from './pages.js';

/** In seconds. */
export const MONTH = 2_592_000;

/**
 * Returns the seconds between a block and its parent, on average over the blocks that are not older than some seconds. As in the API, now
 * is the machine's time, and a parent is at most a month old.
 * @param blocks their times ascend
 */
export function averageTime(blocks: readonly Pick<BlockRecord, 'time'>[], now: number, seconds: number): number {
  const before = (age: number): number => countWhile(blocks, ({ time }) => time < Math.floor(now - age));
  const parent = Math.max(before(seconds) - 1, before(MONTH));
  const [first, last] = [blocks[parent], blocks.at(-1)];
  const count = blocks.length - 1 - parent;
  return first === undefined || last === undefined || count === 0 ? 0 : Number(((last.time - first.time) / count).toFixed(2));
}
