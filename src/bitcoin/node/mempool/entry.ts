import type { TxRecord } from '../chain/tx-record.js';

/** A transaction in the mempool. */
export type MempoolEntry = {
  record: TxRecord;
  /** Sats. */
  fee: bigint;
  /** The fee including the delta of `prioritisetransaction`, which policy and mining use. */
  modifiedFee: bigint;
  /** Virtual bytes; more than the transaction's own when its sigops are dense (20 bytes each). */
  vsize: number;
  sigOpCost: number;
  /** The time of arrival, in seconds since 1970. */
  time: number;
  /** The chain's height at the arrival. */
  height: number;
  /** The order of arrival. */
  sequence: number;
  /** Whether it arrived from a client and not from a disconnected block. It stays true, because no peer requests it. */
  unbroadcast: boolean;
};

/** Compares entries as Core's sets do: by the bytes of the txid, which hex shows in reverse. */
export function compareTxids(a: MempoolEntry, b: MempoolEntry): number {
  return Buffer.compare(a.record.txidBytes, b.record.txidBytes);
}

/** Whether `a` pays a higher fee rate than `b`, compared exactly. */
export function paysMore(a: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>, b: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>): boolean {
  return a.modifiedFee * BigInt(b.vsize) > b.modifiedFee * BigInt(a.vsize);
}
