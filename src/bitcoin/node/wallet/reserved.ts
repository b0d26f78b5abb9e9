import { outPointKey, type TxIn } from '../../protocol/codec/transaction.js';
import type { WalletState } from './state.js';

/** The coins of payments that are being signed, by `outPointKey`. */
const reserved = new WeakMap<WalletState, Set<string>>();

/** Whether a payment that is being signed spends a coin: another one does not choose it. */
export function isReserved(state: WalletState, key: string): boolean {
  return reserved.get(state)?.has(key) === true;
}

/** Reserves the coins of a payment until a task that signs and sends it has ended. */
export async function withReserved<T>(state: WalletState, inputs: readonly Pick<TxIn, 'previous'>[], task: () => Promise<T>): Promise<T> {
  const coins = reserved.get(state) ?? new Set();
  reserved.set(state, coins);
  const own = inputs.map(({ previous }) => outPointKey(previous)).filter((key) => !coins.has(key));
  for (const key of own) coins.add(key);
  try {
    return await task();
  } finally {
    for (const key of own) coins.delete(key);
  }
}
