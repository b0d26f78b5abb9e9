import type { BitcoinClient } from '../../../bitcoin/client.js';
import { hashToHex, parseTransaction, toHex } from '../../../bitcoin/codec.js';
import { type Coin, outpoint } from './coin.js';

/** A transaction of the mempool that spends coins of the faucet: those, and its outputs that belong to the faucet. */
export type PendingPayment = { readonly inputs: readonly Coin[]; readonly change: readonly Coin[] };

/**
 * Reads the faucet's pending payments from the mempool. An earlier process may have sent them, or the network that this one is a copy of,
 * or the one whose state it loaded.
 * @param coins confirmed ones
 * @param scripts the faucet's output scripts as hex
 * @returns the payments by txid
 */
export async function readPending(
  rpc: Pick<BitcoinClient, 'spentInMempool' | 'transaction'>,
  coins: readonly Coin[],
  scripts: readonly string[],
): Promise<Map<string, PendingPayment>> {
  const known = new Map(coins.map((coin) => [outpoint(coin), coin]));
  const found = new Map<string, { spends: readonly string[]; change: readonly Coin[] }>();
  for (let next = coins; next.length > 0; ) {
    const spenders = new Set((await rpc.spentInMempool(next)).values());
    const change: Coin[] = [];
    const read = await Promise.all([...spenders].filter((txid) => !found.has(txid)).map((txid) => rpc.transaction(txid)));
    for (const transaction of read) {
      // It left the mempool before it was read. An event reports that.
      if (transaction === undefined) continue;
      const { inputs, outputs } = parseTransaction(Buffer.from(transaction.hex, 'hex'));
      const { txid } = transaction;
      const own = outputs
        .map(({ value, scriptPubKey }, vout): Coin => ({ txid, vout, amount: value, script: toHex(scriptPubKey) }))
        .filter(({ script }) => scripts.includes(script));
      for (const coin of own) known.set(outpoint(coin), coin);
      found.set(txid, { spends: inputs.map(({ previous }) => `${hashToHex(previous.hash)}:${previous.index}`), change: own });
      change.push(...own);
    }
    next = change;
  }
  const inputsOf = (spends: readonly string[]): Coin[] => spends.flatMap((output) => known.get(output) ?? []);
  return new Map([...found].map(([txid, { spends, change }]) => [txid, { inputs: inputsOf(spends), change }]));
}
