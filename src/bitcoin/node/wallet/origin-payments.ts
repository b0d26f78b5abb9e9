import { fromHex, hashToHex, toHex } from '../../protocol/codec/hex.js';
import { parseTransaction } from '../../protocol/codec/transaction.js';
import { sha256 } from '../../protocol/crypto/hash.js';
import type { Origin } from '../../protocol/fork-source/origin.js';
import type { OriginTransaction } from '../../protocol/fork-source/reader.js';
import { recordTx, type TxRecord } from '../chain/tx-record.js';
import type { WalletState } from './state.js';

/** A payment of the origin of a fork; `time` in seconds since 1970. */
export type OriginPayment = { record: TxRecord; height: number; time: number };

/** The indexes in a row without a payment after which a descriptor has no more; wallets search 20. */
const GAP = 50;
/** The indexes that are read at once. */
const CHUNK = 25;

/** Reads the payments to and from the scripts of a wallet, in the order of the chain. @throws Missing, DevnetError ORIGIN */
export function originPayments({ scripts }: WalletState, origin: Origin): OriginPayment[] {
  const descriptors = new Map<string, [script: string, place: { index: number }][]>();
  for (const [script, { descriptor, index }] of scripts.entries()) {
    const group = descriptors.get(descriptor) ?? [];
    descriptors.set(descriptor, group);
    group.push([script, { index }]);
  }
  const read = (group: [script: string, place: { index: number }][]): OriginTransaction[] => {
    const sorted = group.toSorted(([, a], [, b]) => a.index - b.index);
    const found: OriginTransaction[] = [];
    let last = sorted[0]?.[1].index ?? 0;
    for (let at = 0; at < sorted.length && (sorted[at]?.[1].index ?? 0) - last <= GAP; at += CHUNK) {
      const chunk = sorted.slice(at, at + CHUNK);
      const histories = origin.all(
        chunk.map(
          ([script]) =>
            () =>
              origin.history(toHex(sha256(fromHex(script)))),
        ),
      );
      for (const [place, history] of histories.entries()) if (history.length > 0) last = chunk[place]?.[1].index ?? last;
      found.push(...histories.flat());
    }
    return found;
  };
  const transactions = origin.all([...descriptors.values()].map((group) => () => read(group))).flat();
  const payments = transactions.map(({ hex, height, time }) => ({ record: recordTx(parseTransaction(fromHex(hex))), height, time }));
  return inOrderOfBlocks(payments);
}

/** Orders payments by their blocks, without repetitions; in a block, after those whose outputs they spend. */
function inOrderOfBlocks(payments: readonly OriginPayment[]): OriginPayment[] {
  const left = new Map(payments.toSorted((a, b) => a.height - b.height).map((payment) => [payment.record.txid, payment]));
  const ordered: OriginPayment[] = [];
  const take = (payment: OriginPayment): void => {
    if (!left.delete(payment.record.txid)) return;
    for (const { previous } of payment.record.tx.inputs) {
      const parent = left.get(hashToHex(previous.hash));
      if (parent !== undefined) take(parent);
    }
    ordered.push(payment);
  };
  for (const payment of [...left.values()]) take(payment);
  return ordered;
}
