import type { Registry, WithdrawalRequest } from './registry.js';

/** A registry that asks only once for what cannot change while the chain only grows. */
export type RegistryCache = Registry & {
  /** Forgets everything, after a reorganisation or a restore. */
  clear(): void;
};

export function cacheRegistry(registry: Registry): RegistryCache {
  const deposits = new Map<string, Awaited<ReturnType<Registry['completedDeposit']>>>();
  const withdrawals = new Map<bigint, WithdrawalRequest>();
  return {
    ...registry,
    async completedDeposit(txid, vout) {
      const key = `${txid}:${vout}`;
      const found = deposits.get(key) ?? (await registry.completedDeposit(txid, vout));
      if (found !== undefined) deposits.set(key, found);
      return found;
    },
    async withdrawal(id) {
      const found = withdrawals.get(id) ?? (await registry.withdrawal(id));
      if (found?.accepted !== undefined) withdrawals.set(id, found);
      return found;
    },
    clear() {
      deposits.clear();
      withdrawals.clear();
    },
  };
}
