import { without0x } from '../../../base/hex.js';
import { RecentMap } from '../../../base/storage.js';
import { CodecError } from '../../../stacks/codec.js';
import { decodeTransaction } from '../../../stacks/transactions.js';

/** A transaction with its bytes, both hex with 0x. */
type Signed = { txid: string; rawTx: string };

/**
 * The nonces that transactions use, of their origin and of their sponsor. A node keeps a transaction whose nonce a block used by another
 * one, and does not report it as dropped.
 */
export type NonceUses = {
  /** The txids of pending transactions. */
  waiting(): readonly string[];
  /** Adds a pending transaction. @returns the mined transaction that used one of its nonces: an event of a node may come late */
  add(transaction: Signed): string | undefined;
  remove(txid: string): void;
  /** Takes the transactions of a block out. @returns the pending and returned ones that no block can contain after them */
  mined(height: number, transactions: readonly Signed[]): { txid: string; replacedBy: string }[];
  /** Gives back what blocks above a height used: their transactions can be in a block again, as long as no other one uses their nonces. */
  leaveAbove(height: number): void;
  /** Returns the pending transactions with their nonces. */
  state(): NonceUsesState;
};

/** Txids with the nonces that they use. A txid alone: what another version stored. */
export type NonceUsesState = readonly (string | readonly [txid: string, uses: readonly string[]])[];

/** Of how many nonces at least it is known which mined transaction used them. An event can be late by some blocks. */
const MINED = 5_000;

export function createNonceUses(from: NonceUsesState = []): NonceUses {
  const pending = new Map(from.map((entry) => (typeof entry === 'string' ? ([entry, []] as const) : entry)));
  const byUse = new Map<string, Set<string>>();
  const used = new RecentMap<{ txid: string; height: number }>(MINED);
  for (const [txid, uses] of pending) for (const use of uses) indexed(use).add(txid);

  function indexed(use: string): Set<string> {
    const txids = byUse.get(use) ?? new Set();
    byUse.set(use, txids);
    return txids;
  }
  const remove = (txid: string): void => {
    for (const use of pending.get(txid) ?? []) {
      byUse.get(use)?.delete(txid);
      if (byUse.get(use)?.size === 0) byUse.delete(use);
    }
    pending.delete(txid);
  };

  return {
    waiting: () => [...pending.keys()],
    add(transaction) {
      const { txid } = transaction;
      const uses = usesOf(transaction);
      pending.set(txid, uses);
      for (const use of uses) indexed(use).add(txid);
      return uses.map((use) => used.get(use)?.txid).find((other) => other !== undefined && other !== txid);
    },
    remove,
    mined(height, transactions) {
      for (const { txid } of transactions) remove(txid);
      const impossible = new Map<string, string>();
      for (const transaction of transactions) {
        const { txid } = transaction;
        for (const use of usesOf(transaction)) {
          used.set(use, { txid, height });
          for (const other of byUse.get(use) ?? []) if (other !== txid) impossible.set(other, txid);
          byUse.delete(use);
        }
      }
      return [...impossible].map(([txid, replacedBy]) => ({ txid, replacedBy }));
    },
    leaveAbove(height) {
      for (const [use, by] of used.entries()) {
        if (by.height <= height) continue;
        used.delete(use);
        indexed(use).add(by.txid);
      }
    },
    state: () => [...pending],
  };
}

/** Returns the nonces that a transaction uses; none for an operation on Bitcoin, which has no bytes of its own. */
function usesOf({ rawTx }: Signed): string[] {
  try {
    const { origin, sponsor, addresses } = decodeTransaction(Buffer.from(without0x(rawTx), 'hex'));
    return [`${addresses.origin}:${origin.nonce}`, ...(sponsor === undefined ? [] : [`${addresses.payer}:${sponsor.nonce}`])];
  } catch (error) {
    if (error instanceof CodecError) return [];
    throw error;
  }
}
