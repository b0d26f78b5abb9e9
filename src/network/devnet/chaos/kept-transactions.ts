import { decodeTransaction, originAddress } from '../../../stacks/transactions.js';

/** Which transactions to keep from the node. */
export type KeptFilter = { txid?: string | undefined; sender?: string | undefined; count: number };

/** Keeps the next transactions that match from the node. */
export type KeptTransactions = {
  /** @returns its txid, without 0x; undefined if it does not match */
  take(transaction: Uint8Array): string | undefined;
  /** How many more are to be kept. */
  left(): number;
  /** How many were kept. */
  kept(): number;
};

/** @param onKept called for each */
export function keepTransactions({ txid, sender, count }: KeptFilter, onKept: (transaction: Uint8Array) => void): KeptTransactions {
  let left = count;
  return {
    left: () => left,
    kept: () => count - left,
    take(bytes) {
      const transaction = left === 0 ? undefined : decode(bytes);
      if (transaction === undefined || (txid !== undefined && transaction.txid !== txid)) return undefined;
      if (sender !== undefined && transaction.sender !== sender) return undefined;
      left--;
      onKept(bytes);
      return transaction.txid;
    },
  };
}

/** Undefined for bytes that the node refuses. */
function decode(bytes: Uint8Array): { txid: string; sender: string } | undefined {
  try {
    const transaction = decodeTransaction(Buffer.from(bytes));
    return { txid: transaction.txid, sender: originAddress(transaction) };
  } catch {
    return undefined;
  }
}
