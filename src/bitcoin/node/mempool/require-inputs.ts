import { hashToHex } from '../../protocol/codec/hex.js';
import { outPointKey, type Transaction, txid } from '../../protocol/codec/transaction.js';
import type { NodeCore } from '../core.js';

/**
 * Reads the coins that transactions spend from the origin of a fork, all at once. Call it before what changes something.
 * @throws Missing, DevnetError ORIGIN
 */
export function requireInputs(
  { chain, mempool: { pool } }: Pick<NodeCore, 'chain' | 'mempool'>,
  transactions: readonly { tx: Transaction }[],
): void {
  const { origin } = chain;
  if (origin === undefined) return;
  const made = new Set(transactions.map(({ tx }) => hashToHex(txid(tx))));
  const outpoints = transactions.flatMap(({ tx }) => tx.inputs.map(({ previous }) => previous));
  origin.all(
    outpoints.map((outpoint) => () => {
      const key = outPointKey(outpoint);
      // Relative locks need the time of the coin's block, too.
      if (pool.coin(key) === undefined && !made.has(hashToHex(outpoint.hash))) chain.coin(key)?.since?.();
    }),
  );
}
