import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import type { MempoolEntry } from '#dist/bitcoin/node/mempool/entry.js';
import { makeTx } from '../transactions.js';

/** An output that no transaction of a test creates. */
export const outside = (digit: string) => ({ txid: digit.repeat(64) });

type Plan = { inputs: readonly (MempoolEntry | { txid: string })[]; outputs?: number } & Partial<MempoolEntry>;

/** An entry that spends the first outputs of others, each one the next. @param plan.outputs their number @default 2 */
export function entryOf({ inputs, outputs = 2, ...facts }: Plan): MempoolEntry {
  const spent = new Map<string, number>();
  const record = recordTx(
    makeTx({
      inputs: inputs.map((input) => {
        const txid = 'record' in input ? input.record.txid : input.txid;
        const index = spent.get(txid) ?? 0;
        spent.set(txid, index + 1);
        return { txid, index };
      }),
      outputs: Array.from({ length: outputs }, (_, index) => ({ value: BigInt(1_000 + index) })),
    }),
  );
  const fee = facts.fee ?? 100n;
  return {
    ...{ record, fee, modifiedFee: fee, vsize: 100, sigOpCost: 0, time: 1_000, height: 1, sequence: 1, unbroadcast: true },
    ...facts,
  };
}
