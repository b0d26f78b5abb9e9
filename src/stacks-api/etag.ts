import { createHash } from 'node:crypto';
import { UNDONE } from '../history/chain/mempool.js';
import type { ApiContext } from './context.js';
import { normalTxid, resolveBlock } from './find.js';

/** What the validator of an answer depends on; its text is that of `ETag`. Undefined: the answer cannot be asked for conditionally. */
export type Tagger = (context: ApiContext, params: Record<string, unknown>) => string | undefined;

/** Changes with the tip of the chain. */
export const chainTip: Tagger = ({ history }) => history.chain.tip?.hash;

/** Changes with the mempool. */
export const mempool: Tagger = ({ history }) => digest(`${history.mempool.changes}:${history.mempool.pending().map(({ txid }) => txid)}`);

/** Changes with the status of the transaction `tx_id`. */
export const transaction: Tagger = ({ history }, { tx_id: id }) => {
  const txid = normalTxid(String(id));
  const record = history.chain.transaction(txid);
  if (record !== undefined && history.chain.isCanonical(record.block)) return digest(`${txid}:${record.block.hash}:${record.txid}`);
  const pending = history.mempool.find(txid);
  if (pending !== undefined) return digest(`${txid}::pending`);
  const reason = history.mempool.findLeft(txid)?.reason ?? (record && UNDONE);
  return reason === undefined ? undefined : digest(`${txid}::${reason}`);
};

/** Changes when the block `height_or_hash`, or that before `timestamp`, leaves the chain. */
export const block: Tagger = (context, { height_or_hash: id, timestamp }) => {
  const found = resolveBlock(context, timestamp === undefined ? { id: id as string | number } : { timestamp: Number(timestamp) });
  // Only by the index hash, as in the API: the block hash has no validator.
  if (timestamp === undefined && found !== undefined && normalTxid(`${id}`) === found.facts.blockHash) return undefined;
  return found && `${found.hash}:${context.history.chain.isCanonical(found)}`;
};

/** Changes with what the principal does and gets. */
export const principal: Tagger = (context, params) => principalTag(context, params, false);

/** The same with its pending transactions. */
export const principalMempool: Tagger = (context, params) => principalTag(context, params, true);

function principalTag({ lookup, history }: ApiContext, params: Record<string, unknown>, withMempool: boolean): string | undefined {
  const name = String(params['principal'] ?? params['address']);
  const account = lookup.accounts.find(name);
  const last = account?.transactions.at(-1);
  const pending = withMempool
    ? history.mempool.pending().filter(({ transaction: { addresses } }) => Object.values(addresses).includes(name))
    : [];
  if (last === undefined && pending.length === 0) return undefined;
  const lock = account?.locks.at(-1);
  // A lock ends with a Bitcoin block, without a transaction.
  const isLocked = lock !== undefined && (history.chain.tip?.facts.burnHeight ?? 0) < lock.unlockHeight;
  return digest(`${last?.block.hash}:${last?.txid}:${account?.transactions.length}:${pending.map(({ txid }) => txid)}:${isLocked}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
