import { compareTxids, type MempoolEntry } from '../mempool/entry.js';
import { feeFor, type MempoolPolicy } from '../mempool/policy/policy.js';
import type { Pool } from '../mempool/pool.js';
import { createHeap } from './heap.js';

const RESERVED_SIGOPS_COST = 400;
const MAX_BLOCK_SIGOPS_COST = 80_000;

/** An entry with its missing ancestors. `revision` distinguishes outdated heap items from the current one. */
type Package = { entry: MempoolEntry; fee: bigint; vsize: number; revision: number };

/**
 * Returns the entries for the next block in order: best fee rate of a transaction with its unconfirmed ancestors
 * first, so that a child pays for its parent. The bytes of the txids order equal rates.
 */
export function selectTransactions(pool: Pool, policy: MempoolPolicy): MempoolEntry[] {
  const packages = new Map<string, Package>();
  const heap = createHeap<{ item: Package; revision: number; rate: Rate }>((a, b) => precedes(a.rate, b.rate));
  const push = (item: Package) => {
    heap.push({ item, revision: item.revision, rate: rateOf(item) });
  };
  for (const entry of pool.entries()) {
    const item: Package = { entry, fee: entry.modifiedFee, vsize: entry.vsize, revision: 0 };
    for (const ancestor of pool.ancestors(entry).values()) {
      item.fee += ancestor.modifiedFee;
      item.vsize += ancestor.vsize;
    }
    packages.set(entry.record.txid, item);
    push(item);
  }
  const chosen = new Map<string, MempoolEntry>();
  let weight = policy.blockReservedWeight;
  let sigOps = RESERVED_SIGOPS_COST;
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    const { item, revision } = next;
    if (revision !== item.revision || chosen.has(item.entry.record.txid)) continue;
    if (item.fee < feeFor(policy.blockMinFeeRate, item.vsize)) continue;
    const members = inOrder(pool, item.entry, chosen);
    const addedWeight = members.reduce((sum, { record }) => sum + record.weight, 0);
    const addedSigOps = members.reduce((sum, { sigOpCost }) => sum + sigOpCost, 0);
    if (weight + addedWeight >= policy.blockMaxWeight || sigOps + addedSigOps >= MAX_BLOCK_SIGOPS_COST) continue;
    weight += addedWeight;
    sigOps += addedSigOps;
    for (const member of members) {
      chosen.set(member.record.txid, member);
      for (const txid of pool.descendants(member).keys()) {
        const descendant = packages.get(txid);
        if (descendant === undefined) continue;
        descendant.fee -= member.modifiedFee;
        descendant.vsize -= member.vsize;
        descendant.revision++;
        if (!chosen.has(txid)) push(descendant);
      }
    }
  }
  return [...chosen.values()];
}

/** Returns the entry after its ancestors that are not chosen yet, parents before children. */
function inOrder(pool: Pool, entry: MempoolEntry, chosen: Map<string, MempoolEntry>): MempoolEntry[] {
  const missing = [...pool.ancestors(entry).values()].filter(({ record }) => !chosen.has(record.txid));
  const depth = new Map(missing.map((member) => [member, pool.ancestors(member).size]));
  missing.sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0) || compareTxids(a, b));
  return [...missing, entry];
}

type Rate = { fee: bigint; vsize: number; entry: MempoolEntry };

/** The lower of the package's and the transaction's own rate, so that a rich ancestor does not lift a poor child. */
function rateOf({ entry, fee, vsize }: Package): Rate {
  const own = entry.modifiedFee * BigInt(vsize) < fee * BigInt(entry.vsize);
  return { fee: own ? entry.modifiedFee : fee, vsize: own ? entry.vsize : vsize, entry };
}

function precedes(a: Rate, b: Rate): boolean {
  const left = a.fee * BigInt(b.vsize);
  const right = b.fee * BigInt(a.vsize);
  return left === right ? compareTxids(a.entry, b.entry) < 0 : left > right;
}
