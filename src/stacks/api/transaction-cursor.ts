import type { TransactionRecord } from '../history/chain/records.js';
import { countWhile, type Rows } from './pages.js';

/** `height:microblock sequence:index`. All blocks since Nakamoto have the highest sequence. */
export const transactionCursor = { type: 'string', pattern: '^[0-9]+:[0-9]+:[0-9]+$' } as const;

const SEQUENCE = 2_147_483_647;

export function cursorOf({ block, index }: Pick<TransactionRecord, 'block' | 'index'>): string {
  return `${block.height}:${SEQUENCE}:${index}`;
}

/**
 * Returns how many transactions of a list, oldest first, are at a cursor or before it. A cursor `height:0:0` means the whole block.
 */
export function upToCursor(list: Rows<Pick<TransactionRecord, 'block' | 'index'>>, cursor: string | undefined): number {
  if (cursor === undefined) return list.length;
  const [height = 0, sequence = 0, index = 0] = cursor.split(':').map(Number);
  const isWholeBlock = sequence === 0 && index === 0;
  const highest = isWholeBlock
    ? Number.POSITIVE_INFINITY
    : sequence < SEQUENCE
      ? -1
      : sequence > SEQUENCE
        ? Number.POSITIVE_INFINITY
        : index;
  return countWhile(list, (record) => record.block.height < height || (record.block.height === height && record.index <= highest));
}
