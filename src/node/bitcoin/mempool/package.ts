import type { TxRecord } from '../chain/tx-record.js';
import { hashToHex } from '../codec/hex.js';
import { outPointKey } from '../codec/transaction.js';

const MAX_PACKAGE_WEIGHT = 404_000;

/** What is wrong with transactions offered together, whatever the mempool holds: Core's `IsWellFormedPackage`. */
export function packageFault(records: TxRecord[]): string | undefined {
  if (records.reduce((sum, { weight }) => sum + weight, 0) > MAX_PACKAGE_WEIGHT) return 'package-too-large';
  if (new Set(records.map(({ txid }) => txid)).size < records.length) return 'package-contains-duplicates';
  const later = new Set(records.map(({ txid }) => txid));
  for (const { tx, txid } of records) {
    if (tx.inputs.some(({ previous }) => later.has(hashToHex(previous.hash)))) return 'package-not-sorted';
    later.delete(txid);
  }
  const spent = records.flatMap(({ tx }) => tx.inputs.map(({ previous }) => outPointKey(previous)));
  return new Set(spent).size < spent.length ? 'conflict-in-package' : undefined;
}
