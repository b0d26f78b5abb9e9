import { DecodeError } from '../codec/error.js';
import { fromHex, isHex } from '../codec/hex.js';
import { parseTransaction, type Transaction } from '../codec/transaction.js';

/**
 * The transaction in a hex text, tried with witness fields first, then without: a transaction without inputs looks like one with.
 * @param witness try only this one way
 * @returns undefined if it is none
 */
export function decodeTransaction(text: string, witness?: boolean | undefined): Transaction | undefined {
  if (!isHex(text)) return undefined;
  const bytes = fromHex(text);
  for (const way of witness === undefined ? [true, false] : [witness]) {
    try {
      return parseTransaction(bytes, { witness: way });
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }
  return undefined;
}
