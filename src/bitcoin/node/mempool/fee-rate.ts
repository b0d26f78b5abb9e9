/** Returns a fee rate in sats/kvB, rounded down, also below zero, as by bitcoind (CFeeRate::GetFeePerK). @param fee in sats */
export function feeRate(fee: bigint, vsize: number): bigint {
  const [milli, size] = [fee * 1000n, BigInt(vsize)];
  const rate = milli / size;
  return milli < 0n && milli % size !== 0n ? rate - 1n : rate;
}
