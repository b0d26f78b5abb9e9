import { compareReceipts, type PendingList } from '../history/chain/pending-index.js';
import { normalTxid } from './find.js';
import { countWhile, newestFirstCursorPage } from './pages.js';
import { showPendingSummaryV3 } from './show/transaction-v3.js';

/** `receipt time:txid`. */
export const pendingCursor = { type: 'string', pattern: '^\\d+:(0x)?[a-fA-F0-9]{64}$' } as const;

/** A page of pending transactions in v3, newest first. */
export function pendingPage(pending: PendingList, limit: number, cursor: string | undefined): object {
  const list = pending.sorted('receipt');
  const [time = '', id = ''] = cursor?.split(':') ?? [];
  const first = { since: Number(time), txid: normalTxid(id) };
  const end = cursor === undefined ? list.length : countWhile(list, (item) => compareReceipts(item, first) <= 0);
  const { items, envelope } = newestFirstCursorPage(list, end, limit, ({ since, txid }) => `${since}:${txid}`);
  return { ...envelope, results: items.map(showPendingSummaryV3) };
}
