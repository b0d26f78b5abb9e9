import type { TxRecord } from '../chain/tx-record.js';

/** A transaction in the mempool. */
export type MempoolEntry = {
  record: TxRecord;
  /** Sats. */
  fee: bigint;
  /** The fee with what `prioritisetransaction` adds to it: what policy and mining go by. */
  modifiedFee: bigint;
  /** Virtual bytes; more than the transaction's own when its sigops are dense (20 bytes each). */
  vsize: number;
  sigOpCost: number;
  /** When it came, in seconds since 1970. */
  time: number;
  /** The chain's height when it came. */
  height: number;
  /** The order of arrival. */
  sequence: number;
  /** Came from a client and not out of a block: no peer ever asks for it, since there are none. */
  unbroadcast: boolean;
};

/** The order of Core's sets of entries: by the bytes of the txid, which texts show in reverse. */
export function compareTxids(a: MempoolEntry, b: MempoolEntry): number {
  return Buffer.compare(a.record.txidBytes, b.record.txidBytes);
}

/** Whether `a` pays a higher fee rate than `b`, compared exactly. */
export function paysMore(a: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>, b: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>): boolean {
  return a.modifiedFee * BigInt(b.vsize) > b.modifiedFee * BigInt(a.vsize);
}
