import { RejectError } from '../../../protocol/codec/error.js';
import { hashToHex } from '../../../protocol/codec/hex.js';
import { outPointKey } from '../../../protocol/codec/transaction.js';
import type { TxRecord } from '../../chain/tx-record.js';

/** The maximum of transactions in a package. */
export const MAX_PACKAGE_COUNT = 25;
const MAX_PACKAGE_WEIGHT = 404_000;

/** Returns the fault of a package independent of the mempool, if any (Core's `IsWellFormedPackage`). */
export function packageFault(records: TxRecord[]): RejectError | undefined {
  if (records.length > MAX_PACKAGE_COUNT) return new RejectError('package-too-many-transactions');
  // The checks of a single transaction report its size.
  if (records.length > 1 && records.reduce((sum, { weight }) => sum + weight, 0) > MAX_PACKAGE_WEIGHT) {
    return new RejectError('package-too-large');
  }
  if (new Set(records.map(({ txid }) => txid)).size < records.length) return new RejectError('package-contains-duplicates');
  const later = new Set(records.map(({ txid }) => txid));
  for (const { tx, txid } of records) {
    if (tx.inputs.some(({ previous }) => later.has(hashToHex(previous.hash)))) return new RejectError('package-not-sorted');
    later.delete(txid);
  }
  return isConsistent(records) ? undefined : new RejectError('conflict-in-package');
}

/** Whether no two transactions spend the same, and none spends nothing. The checks of a single transaction report what it spends twice. */
function isConsistent(records: TxRecord[]): boolean {
  const spent = records.map(({ tx }) => new Set(tx.inputs.map(({ previous }) => outPointKey(previous))));
  const all = new Set(spent.flatMap((each) => [...each]));
  return spent.every(({ size }) => size > 0) && all.size === spent.reduce((sum, { size }) => sum + size, 0);
}

/** Whether the last transaction spends from every other one, and these do not spend from each other. */
export function isChildWithParentsTree(records: TxRecord[]): boolean {
  const parents = new Set(records.slice(0, -1).map(({ txid }) => txid));
  const [child] = records.slice(-1);
  if (child === undefined || parents.size === 0) return false;
  const spent = new Set(child.tx.inputs.map(({ previous }) => hashToHex(previous.hash)));
  if ([...parents].some((txid) => !spent.has(txid))) return false;
  return records.slice(0, -1).every(({ tx }) => tx.inputs.every(({ previous }) => !parents.has(hashToHex(previous.hash))));
}
