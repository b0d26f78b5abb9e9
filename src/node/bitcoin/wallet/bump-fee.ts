import { hashToHex } from '../../../chains/bitcoin/codec/hex.js';
import { type OutPoint, outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import type { NodeCore } from '../core.js';
import type { MempoolEntry } from '../mempool/entry.js';
import { feeFor } from '../mempool/policy/policy.js';

/**
 * Returns what a payment adds to its fee so that the unconfirmed ancestors of its coins are mined at its fee rate, in sats (Core's
 * `MiniMiner`). Transactions that spend these coins already are going to be replaced, and do not count.
 * @param rate sats per 1,000 virtual bytes
 */
export function bumpFee({ mempool: { pool } }: NodeCore, spent: OutPoint[], rate: bigint): bigint {
  const needed = new Set<MempoolEntry>();
  for (const { hash } of spent) {
    const parent = pool.get(hashToHex(hash));
    if (parent !== undefined) for (const entry of [parent, ...pool.ancestors(parent).values()]) needed.add(entry);
  }
  if (needed.size === 0) return 0n;
  const replaced = new Set<MempoolEntry>();
  for (const outPoint of spent) {
    const spender = pool.spender(outPointKey(outPoint));
    if (spender !== undefined) for (const entry of [spender, ...pool.descendants(spender).values()]) replaced.add(entry);
  }
  const seen = new Set<MempoolEntry>();
  const unmined = new Set<MempoolEntry>();
  // What is not connected is mined independently, and many small clusters are looked through sooner than a large one.
  for (const entry of needed) {
    if (seen.has(entry)) continue;
    const cluster = clusterOf(pool, entry, replaced);
    for (const each of cluster) seen.add(each);
    for (const each of withoutMined(cluster, pool, rate)) unmined.add(each);
  }
  const left = [...needed].filter((entry) => unmined.has(entry));
  const { fee, vsize } = totalOf(left);
  const missing = feeFor(rate, vsize) - fee;
  return missing > 0n ? missing : 0n;
}

type Pool = NodeCore['mempool']['pool'];

/** Returns the transactions that are connected with another one, this one included. */
function clusterOf(pool: Pool, start: MempoolEntry, excluded: Set<MempoolEntry>): Set<MempoolEntry> {
  const cluster = new Set<MempoolEntry>();
  const todo = [start];
  for (let entry = todo.pop(); entry !== undefined; entry = todo.pop()) {
    if (cluster.has(entry) || excluded.has(entry)) continue;
    cluster.add(entry);
    todo.push(...pool.parents(entry).values(), ...pool.children(entry).values());
  }
  return cluster;
}

/** Removes what a miner takes at a fee rate: the best transaction with its ancestors, again and again. */
function withoutMined(cluster: Set<MempoolEntry>, pool: Pool, rate: bigint): Set<MempoolEntry> {
  for (;;) {
    let best: { members: MempoolEntry[]; fee: bigint; vsize: number } | undefined;
    for (const entry of cluster) {
      const members = [entry, ...pool.ancestors(entry).values()].filter((each) => cluster.has(each));
      const total = { members, ...totalOf(members) };
      if (best === undefined || total.fee * BigInt(best.vsize) > best.fee * BigInt(total.vsize)) best = total;
    }
    if (best === undefined || best.fee < feeFor(rate, best.vsize)) return cluster;
    for (const entry of best.members) cluster.delete(entry);
  }
}

function totalOf(entries: MempoolEntry[]): { fee: bigint; vsize: number } {
  return entries.reduce((sum, { modifiedFee, vsize }) => ({ fee: sum.fee + modifiedFee, vsize: sum.vsize + vsize }), { fee: 0n, vsize: 0 });
}
