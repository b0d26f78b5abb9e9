import type { Registry, WithdrawalRequest } from './registry.js';

/** A registry that asks only once for what cannot change while the chain only grows. */
export type RegistryCache = Registry & {
  /** Forgets everything, after a reorganisation or a restore. */
  clear(): void;
};

export function cacheRegistry(registry: Registry): RegistryCache {
  let deposits = new Map<string, Awaited<ReturnType<Registry['completedDeposit']>>>();
  let withdrawals = new Map<bigint, WithdrawalRequest>();
  return {
    ...registry,
    async completedDeposit(txid, vout) {
      const key = `${txid}:${vout}`;
      // An answer that comes after `clear` belongs to the cache from before it.
      const known = deposits;
      const found = known.get(key) ?? (await registry.completedDeposit(txid, vout));
      if (found !== undefined) known.set(key, found);
      return found;
    },
    async withdrawal(id) {
      const known = withdrawals;
      const found = known.get(id) ?? (await registry.withdrawal(id));
      if (found?.accepted !== undefined) known.set(id, found);
      return found;
    },
    clear() {
      deposits = new Map();
      withdrawals = new Map();
    },
  };
}
