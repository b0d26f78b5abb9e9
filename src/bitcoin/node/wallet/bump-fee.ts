import { hashToHex } from '../../protocol/codec/hex.js';
import { type OutPoint, outPointKey } from '../../protocol/codec/transaction.js';
import type { NodeCore } from '../core.js';
import type { MempoolEntry } from '../mempool/entry.js';
import { feeFor } from '../mempool/policy/policy.js';

/**
 * Returns what a payment adds to its fee so that the unconfirmed ancestors of its coins are mined at its fee rate, in sats (Core's
 * `MiniMiner`). Transactions that spend these coins already are going to be replaced, and do not count. A choice of coins asks for each
 * of them, so each cluster of transactions is mined once, and each transaction is looked at once.
 * @param rate sats per 1,000 virtual bytes
 */
export function createBumpFee({ mempool: { pool } }: NodeCore, rate: bigint): (spent: readonly OutPoint[]) => bigint {
  const unreplaced: Leftover = new Map();
  /** For one coin that no other transaction spends, by txid. */
  const single = new Map<string, bigint>();
  return (spent) => {
    const [first] = spent;
    const replaced = replacedBy(pool, spent);
    if (first === undefined || spent.length > 1 || replaced.size > 0) {
      return missingFee(pool, spent, { rate, replaced, leftover: replaced.size > 0 ? new Map() : unreplaced });
    }
    const txid = hashToHex(first.hash);
    const fee = single.get(txid) ?? missingFee(pool, spent, { rate, replaced, leftover: unreplaced });
    single.set(txid, fee);
    return fee;
  };
}

type Pool = NodeCore['mempool']['pool'];

/** Whether a miner leaves a transaction in the mempool at a fee rate. */
type Leftover = Map<MempoolEntry, boolean>;

type Mining = { rate: bigint; replaced: Set<MempoolEntry>; leftover: Leftover };

/** Returns the fee that the ancestors of coins lack at a rate. */
function missingFee(pool: Pool, spent: readonly OutPoint[], { rate, replaced, leftover }: Mining): bigint {
  const needed = new Set<MempoolEntry>();
  for (const txid of new Set(spent.map(({ hash }) => hashToHex(hash)))) {
    const parent = pool.get(txid);
    if (parent !== undefined) for (const entry of [parent, ...pool.ancestors(parent).values()]) needed.add(entry);
  }
  // What is not connected is mined independently, and many small clusters are looked through sooner than a large one.
  for (const entry of needed) {
    if (leftover.has(entry) || replaced.has(entry)) continue;
    const cluster = clusterOf(pool, entry, replaced);
    const left = withoutMined(cluster, pool, rate);
    for (const each of cluster) leftover.set(each, left.has(each));
  }
  const { fee, vsize } = totalOf([...needed].filter((entry) => leftover.get(entry) === true));
  const missing = feeFor(rate, vsize) - fee;
  return missing > 0n ? missing : 0n;
}

/** Returns the transactions of the mempool that a payment with these inputs replaces. */
function replacedBy(pool: Pool, spent: readonly OutPoint[]): Set<MempoolEntry> {
  const replaced = new Set<MempoolEntry>();
  for (const outPoint of spent) {
    const spender = pool.spender(outPointKey(outPoint));
    if (spender === undefined || replaced.has(spender)) continue;
    for (const entry of [spender, ...pool.descendants(spender).values()]) replaced.add(entry);
  }
  return replaced;
}

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

/** A transaction with its ancestors that are not mined, itself included. */
type Package = { members: Set<MempoolEntry>; fee: bigint; vsize: number };

/** Returns what a miner leaves of a cluster at a fee rate: it takes the best transaction with its ancestors, again and again. */
function withoutMined(cluster: ReadonlySet<MempoolEntry>, pool: Pool, rate: bigint): Set<MempoolEntry> {
  const packages = new Map<MempoolEntry, Package>();
  for (const entry of cluster) {
    const members = [entry, ...pool.ancestors(entry).values()].filter((each) => cluster.has(each));
    packages.set(entry, { members: new Set(members), ...totalOf(members) });
  }
  for (;;) {
    let best: Package | undefined;
    for (const each of packages.values()) {
      if (best === undefined || each.fee * BigInt(best.vsize) > best.fee * BigInt(each.vsize)) best = each;
    }
    if (best === undefined || best.fee < feeFor(rate, best.vsize)) return new Set(packages.keys());
    for (const mined of [...best.members]) {
      packages.delete(mined);
      for (const each of packages.values()) {
        if (!each.members.delete(mined)) continue;
        each.fee -= mined.modifiedFee;
        each.vsize -= mined.vsize;
      }
    }
  }
}

function totalOf(entries: MempoolEntry[]): { fee: bigint; vsize: number } {
  return entries.reduce((sum, { modifiedFee, vsize }) => ({ fee: sum.fee + modifiedFee, vsize: sum.vsize + vsize }), { fee: 0n, vsize: 0 });
}
