import type { Sums } from '../../esplora/index-part.js';
import { badRequest } from '../error.js';
import { JsonText, type Method } from '../method.js';
import { readScriptHash, required } from '../parameters.js';
import { pendingItems, scriptOf, statusOf } from '../status.js';

const parameters = required('scripthash');
/** The most script hashes that a client follows. */
const MOST_FOLLOWED = 50_000;

export const scriptMethods: Readonly<Record<string, Method>> = {
  'blockchain.scripthash.get_balance': {
    parameters,
    run([hash], { chain }) {
      const { confirmed, pending } = chain.sums(scriptOf(readScriptHash(hash), chain));
      return { confirmed: balanceOf(confirmed), unconfirmed: balanceOf(pending) };
    },
  },
  'blockchain.scripthash.get_history': {
    parameters,
    run([hash], { chain, histories }) {
      const script = scriptOf(readScriptHash(hash), chain);
      const confirmed = histories.confirmed(script, chain);
      const pending = pendingItems(script, chain).map((item) => JSON.stringify(item));
      return new JsonText(`[${[...(confirmed === undefined ? [] : [confirmed.items]), ...pending].join(',')}]`);
    },
  },
  'blockchain.scripthash.get_mempool': {
    parameters,
    run: ([hash], { chain }) => pendingItems(scriptOf(readScriptHash(hash), chain), chain),
  },
  'blockchain.scripthash.listunspent': {
    parameters,
    run([hash], { chain }) {
      const unspent = chain.unspent(scriptOf(readScriptHash(hash), chain)).map(({ transaction: { txid, block }, vout, value }) => ({
        order: [block?.height ?? Number.POSITIVE_INFINITY, block?.position ?? 0, vout] as const,
        item: { tx_hash: txid, tx_pos: vout, height: block?.height ?? 0, value: Number(value) },
      }));
      return unspent.sort((a, b) => compare(a.order, b.order)).map(({ item }) => item);
    },
  },
  'blockchain.scripthash.subscribe': {
    parameters,
    run([value], { chain, histories, subscriptions: { statuses } }) {
      const hash = readScriptHash(value);
      if (statuses.size >= MOST_FOLLOWED && !statuses.has(hash))
        throw badRequest(`a client follows at most ${MOST_FOLLOWED} script hashes`);
      const status = statusOf(hash, chain, histories);
      statuses.set(hash, status);
      return status;
    },
  },
  'blockchain.scripthash.unsubscribe': {
    parameters,
    since: '1.4.2',
    run: ([hash], { subscriptions }) => subscriptions.statuses.delete(readScriptHash(hash)),
  },
};

/** What a script has, or what the mempool changes of it, in sats. */
function balanceOf({ fundedSats, spentSats }: Sums): number {
  return Number(fundedSats - spentSats);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
