import { COINBASE_MATURITY } from '../../coinbase-maturity.js';
import { compareHashes, hashToHex, toHex } from '../../protocol/codec/hex.js';
import { isCoinbase, outPointKey } from '../../protocol/codec/transaction.js';
import type { HeaderEntry } from '../chain/block-entry.js';
import { outputKey } from '../chain/coin.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { NodeCore } from '../core.js';
import { markUsed } from './keys.js';
import type { WalletState, WalletTx } from './state.js';

const TRUC_VERSION = 3;

/** A wallet and its node, whose chain and mempool say where the wallet's transactions are. */
export type WalletView = { state: WalletState; core: NodeCore };

export type TxStatus =
  | { type: 'confirmed'; block: HeaderEntry; position: number | undefined }
  | { type: 'mempool' }
  /** A transaction of the block spends one of its coins. */
  | { type: 'conflicted'; block: HeaderEntry }
  | { type: 'inactive' };

/** Adds a transaction that pays the wallet or spends its coins. */
export function learn({ state }: WalletView, record: TxRecord, time: number, received: number): void {
  const own = record.tx.outputs.flatMap(({ scriptPubKey }, index) => {
    const script = state.scripts.get(toHex(scriptPubKey));
    return script === undefined ? [] : [{ script, index }];
  });
  const known = state.transactions.get(record.txid);
  if (known === undefined && !isCoinbase(record.tx)) noteSpends(state, record);
  const spends = record.tx.inputs.some(({ previous }) => state.owned.has(outPointKey(previous)));
  if (own.length === 0 && !spends) return;
  for (const { script, index } of own) {
    state.owned.set(outputKey(record, index), { txid: record.txid, index });
    state.available.set(outputKey(record, index), { txid: record.txid, index });
    markUsed(state, script);
  }
  if (known !== undefined) {
    if (known.abandoned === true) state.transactions.set(record.txid, { ...known, abandoned: false });
    return;
  }
  state.transactions.set(record.txid, { record, time, received });
  state.order.set(String(state.order.size), record.txid);
  if (isCoinbase(record.tx)) return;
  for (const { previous } of record.tx.inputs) {
    noteSpender(state, outPointKey(previous), record.txid);
    state.locked.delete(outPointKey(previous));
  }
}

/** Notes a transaction that takes the coins of one in the wallet, also if it is not the wallet's own. */
function noteSpends(state: WalletState, record: TxRecord): void {
  for (const { previous } of record.tx.inputs) {
    const key = outPointKey(previous);
    if (state.spenders.has(key)) noteSpender(state, key, record.txid);
  }
}

function noteSpender(state: WalletState, key: string, txid: string): void {
  const known = state.spenders.get(key) ?? [];
  if (!known.includes(txid)) state.spenders.set(key, [...known, txid]);
}

/** Removes a transaction. The coins that it spends are available again. @returns whether the wallet had it */
export function forget(state: WalletState, txid: string): boolean {
  const known = state.transactions.get(txid);
  if (known === undefined) return false;
  state.transactions.delete(txid);
  for (const [place, each] of [...state.order.entries()]) if (each === txid) state.order.set(place, '');
  for (const index of known.record.tx.outputs.keys()) {
    state.owned.delete(outputKey(known.record, index));
    state.available.delete(outputKey(known.record, index));
  }
  for (const { previous } of known.record.tx.inputs) {
    const key = outPointKey(previous);
    const place = state.owned.get(key);
    // As in Core (`RemoveTxs`), no other payment of the wallet spends the coin any more, either.
    state.spenders.set(key, []);
    if (place !== undefined) state.available.set(key, { ...place, forgotten: true });
  }
  return true;
}

/** Makes the coins of a transaction that is not confirmed spendable again, and those of its descendants. */
export function abandon(view: WalletView, txid: string): void {
  const { transactions, spenders } = view.state;
  const tx = transactions.get(txid);
  if (tx === undefined || statusOf(view, tx).type === 'confirmed') return;
  if (statusOf(view, tx).type !== 'conflicted') transactions.set(txid, { ...tx, abandoned: true });
  for (const index of tx.record.tx.outputs.keys()) {
    for (const child of spenders.get(outputKey(tx.record, index)) ?? []) abandon(view, child);
  }
}

/** Returns the transactions, oldest first. */
export function inOrder(state: WalletState): WalletTx[] {
  return Array.from({ length: state.order.size }, (_, index) => state.transactions.get(state.order.get(String(index)) ?? '')).filter(
    (tx) => tx !== undefined,
  );
}

/** Returns where a transaction of the wallet is. */
export function statusOf({ state, core }: WalletView, { record, despite }: Pick<WalletTx, 'record' | 'despite'>): TxStatus {
  const located = core.chain.lookup.knownTransaction(record.txid);
  if (located !== undefined && core.chain.isActive(located.entry)) {
    return { type: 'confirmed', block: located.entry, position: located.position };
  }
  if (core.mempool.pool.get(record.txid) !== undefined) return { type: 'mempool' };
  const block = conflictOf({ state, core }, record, despite);
  return block === undefined ? { type: 'inactive' } : { type: 'conflicted', block };
}

/** Returns the block with a transaction that spends a coin of this one, or of an unconfirmed one before it. @param despite not this block */
function conflictOf({ state, core }: WalletView, record: TxRecord, despite?: string): HeaderEntry | undefined {
  for (const { previous } of record.tx.inputs) {
    for (const rival of state.spenders.get(outPointKey(previous)) ?? []) {
      const located = rival === record.txid ? undefined : core.chain.lookup.knownTransaction(rival);
      if (located !== undefined && located.entry.hash !== despite && core.chain.isActive(located.entry)) return located.entry;
    }
    const parent = state.transactions.get(hashToHex(previous.hash));
    const status = parent && statusOf({ state, core }, parent);
    if (status?.type === 'conflicted') return status.block;
  }
  return undefined;
}

/** Returns the confirmations; of a conflicted transaction negative: those of the conflict. */
export function depthOf({ core }: WalletView, status: TxStatus): number {
  if (status.type === 'mempool' || status.type === 'inactive') return 0;
  const depth = core.chain.tip().height - status.block.height + 1;
  return status.type === 'confirmed' ? depth : -depth;
}

/** Whether it is a coinbase that cannot be spent yet. @param depth as of {@link depthOf} */
export function isImmature({ core: { chain } }: WalletView, { record }: WalletTx, depth: number): boolean {
  if (!isCoinbase(record.tx) || depth > COINBASE_MATURITY) return false;
  return depth < 1 || chain.tip().height - depth + 1 !== chain.grantHeight;
}

/**
 * Whether an unconfirmed transaction is the wallet's own with all its ancestors, or it is confirmed (Core's `CachedTxIsTrusted`).
 * @param known the results for other transactions, by txid
 */
export function isTrusted(view: WalletView, tx: WalletTx, known = new Map<string, boolean>()): boolean {
  const { txid } = tx.record;
  const before = known.get(txid);
  if (before !== undefined) return before;
  const trusted = view.core.mempool.pool.get(txid) === undefined ? statusOf(view, tx).type === 'confirmed' : hasOwnInputs(view, tx, known);
  known.set(txid, trusted);
  return trusted;
}

function hasOwnInputs(view: WalletView, { record }: WalletTx, known: Map<string, boolean>): boolean {
  return record.tx.inputs.every(({ previous }) => {
    const parent = view.state.owned.has(outPointKey(previous)) ? view.state.transactions.get(hashToHex(previous.hash)) : undefined;
    return parent !== undefined && isTrusted(view, parent, known);
  });
}

/** Returns what a transaction spends of the wallet, in sats. */
export function debitOf({ state }: WalletView, { record }: WalletTx): bigint {
  let total = 0n;
  for (const { previous } of record.tx.inputs) {
    if (!state.owned.has(outPointKey(previous))) continue;
    total += state.transactions.get(hashToHex(previous.hash))?.record.tx.outputs[previous.index]?.value ?? 0n;
  }
  return total;
}

/** Returns what a transaction pays to the wallet, in sats. */
export function creditOf({ state }: WalletView, { record }: WalletTx): bigint {
  return record.tx.outputs.reduce((sum, { value }, index) => (state.owned.has(outputKey(record, index)) ? sum + value : sum), 0n);
}

/** Returns the txids of the mempool that took the coins of a transaction, or of an unconfirmed one before it. */
export function mempoolRivals(view: WalletView, { record, madeAt = 0 }: WalletTx): string[] {
  const rivals = record.tx.inputs.flatMap(({ previous }) => {
    const parent = view.state.transactions.get(hashToHex(previous.hash));
    const spender = view.core.mempool.pool.spender(outPointKey(previous));
    const above = parent !== undefined && statusOf(view, parent).type === 'inactive' ? mempoolRivals(view, parent) : [];
    return [
      ...above,
      ...siblings(view, record, hashToHex(previous.hash)),
      ...(spender !== undefined && spender.sequence >= madeAt ? [spender.record.txid] : []),
    ];
  });
  return [...new Set(rivals)].filter((txid) => txid !== record.txid).sort(compareHashes);
}

/** Returns the child of a parent in the mempool of which a transaction of version 3 (TRUC) can be only one. */
function siblings({ core: { mempool } }: WalletView, { tx }: TxRecord, parent: string): string[] {
  const entry = tx.version === TRUC_VERSION ? mempool.pool.get(parent) : undefined;
  return entry === undefined ? [] : [...mempool.pool.children(entry).keys()];
}

/** Returns the txids of the wallet's other transactions that spend the same coins. */
export function rivalsOf({ state }: WalletView, { record }: WalletTx): string[] {
  const rivals = record.tx.inputs.flatMap(({ previous }) => state.spenders.get(outPointKey(previous)) ?? []);
  return [...new Set(rivals)].filter((txid) => txid !== record.txid && state.transactions.has(txid)).sort(compareHashes);
}
