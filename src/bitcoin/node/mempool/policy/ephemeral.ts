import { RejectError } from '../../../protocol/codec/error.js';
import { hashToHex } from '../../../protocol/codec/hex.js';
import { type OutPoint, outPointKey } from '../../../protocol/codec/transaction.js';
import type { TxRecord } from '../../chain/tx-record.js';
import type { Pool } from '../pool.js';
import type { MempoolPolicy } from './policy.js';
import { dustOutputs } from './standard-tx.js';

/**
 * Checks that dust is ephemeral: a child must spend all dust of its unconfirmed parents (Core's `CheckEphemeralSpends`).
 * @param records the transactions of the package
 * @returns the first transaction that does not, and the reason
 */
export function ephemeralFault(
  records: TxRecord[],
  pool: Pool,
  policy: MempoolPolicy,
): { record: TxRecord; error: RejectError } | undefined {
  if (!policy.requireStandard) return undefined;
  const together = new Map(records.map((record) => [record.txid, record]));
  for (const record of records) {
    const spent = new Set(record.tx.inputs.map(({ previous }) => outPointKey(previous)));
    const parents = new Set(record.tx.inputs.map(({ previous }) => hashToHex(previous.hash)));
    for (const txid of parents) {
      const parent = together.get(txid) ?? pool.get(txid)?.record;
      if (parent === undefined) continue;
      const dust = dustOutputs(parent.tx.outputs, policy).map((index): OutPoint => ({ hash: parent.txidBytes, index }));
      if (dust.every((output) => spent.has(outPointKey(output)))) continue;
      const detail = `tx ${record.txid} (wtxid=${record.wtxid}) did not spend parent's ephemeral dust`;
      return { record, error: new RejectError('missing-ephemeral-spends', detail) };
    }
  }
  return undefined;
}
