import { type ChainIndex, NO_SCRIPT } from '../chain-index.js';
import type { IndexedTransaction, Sums } from '../index-part.js';
import { EsploraError, json } from '../reply.js';
import { hashOf, numberOf, type Route, type RouteRequest, scriptOf } from '../request.js';
import { transactionBody, unspentBody } from '../transaction-body.js';

/** The transactions of a page: of the chain, and of the mempool. */
const CHAIN_PAGE = 25;
const MEMPOOL_PAGE = 50;

export const addressRoutes: readonly Route[] = (['address', 'scripthash'] as const).flatMap((kind): Route[] => {
  const find = async (request: RouteRequest): Promise<{ name: string; script: string; index: ChainIndex }> => {
    const name = request.params['name'] ?? '';
    const script = kind === 'address' ? scriptOf(name, request.index) : undefined;
    const hash = kind === 'scripthash' ? scriptHashOf(name) : undefined;
    const index = await request.index.current();
    return { name, script: script ?? index.scriptOf(hash ?? '') ?? NO_SCRIPT, index };
  };
  return [
    [
      `GET /${kind}/:name`,
      async (request) => {
        const { name, script, index } = await find(request);
        const { confirmed, pending } = index.sums(script);
        return json({ [kind]: name, chain_stats: statsBody(confirmed), mempool_stats: statsBody(pending) });
      },
    ],
    [
      `GET /${kind}/:name/txs`,
      async (request) => {
        const { script, index } = await find(request);
        const after = request.query.get('after_txid');
        const most = request.query.get('max_txs');
        const pending = index.pending(script).slice(0, MEMPOOL_PAGE);
        if (after === null && most === null) return bodies([...pending, ...index.newest(script, CHAIN_PAGE)], index);
        return bodies(pageAfter([...pending, ...index.confirmed(script).toReversed()], after, most), index);
      },
    ],
    [
      `GET /${kind}/:name/txs/mempool`,
      async (request) => {
        const { script, index } = await find(request);
        return bodies(index.pending(script).slice(0, MEMPOOL_PAGE), index);
      },
    ],
    [
      `GET /${kind}/:name/txs/chain/:last?`,
      async (request) => {
        const { script, index } = await find(request);
        const { last } = request.params;
        // Text that is no txid counts as absent, as in electrs.
        return bodies(
          index.newest(script, CHAIN_PAGE, last !== undefined && /^[0-9a-f]{64}$/i.test(last) ? last.toLowerCase() : undefined),
          index,
        );
      },
    ],
    [
      `GET /${kind}/:name/utxo`,
      async (request) => {
        const { script, index } = await find(request);
        return json(index.unspent(script).map(unspentBody));
      },
    ],
  ];
});

/** electrs has no search by prefix unless it is started with one. */
export const prefixRoute: Route = [
  'GET /address-prefix/:prefix',
  async () => {
    throw new EsploraError(400, 'address search disabled');
  },
];

/** The page of mempool/electrs: transactions after a txid, newest first. @throws EsploraError */
function pageAfter(newestFirst: readonly IndexedTransaction[], after: string | null, most: string | null): IndexedTransaction[] {
  const count = most === null ? CHAIN_PAGE : numberOf(most);
  const start = after === null ? 0 : newestFirst.findIndex(({ txid }) => txid === hashOf(after)) + 1;
  if (after !== null && start === 0) throw new EsploraError(422, 'after_txid not found');
  return newestFirst.slice(start, start + Math.min(count, MEMPOOL_PAGE));
}

function bodies(transactions: readonly IndexedTransaction[], index: ChainIndex) {
  return json(transactions.map((transaction) => transactionBody(transaction, index)));
}

function statsBody({ transactions, funded, fundedSats, spent, spentSats }: Sums): object {
  return {
    tx_count: transactions,
    funded_txo_count: funded,
    funded_txo_sum: Number(fundedSats),
    spent_txo_count: spent,
    spent_txo_sum: Number(spentSats),
  };
}

/** @throws EsploraError */
function scriptHashOf(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new EsploraError(400, 'Invalid scripthash');
  return text.toLowerCase();
}
