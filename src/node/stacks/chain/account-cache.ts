import { formatPrincipal } from '../codec/principal.js';
import type { PoolEntry } from '../mempool/pool.js';
import type { Vm, VmAccount, VmResult } from '../vm/types.js';

/**
 * Balances at the tip, so that a transfer is admitted without waiting for the VM. What a transfer changes is known without
 * it; whatever else happens empties the cache.
 */
export class AccountCache {
  readonly #accounts = new Map<string, VmAccount>();

  async get(vm: Vm, principal: string): Promise<VmAccount> {
    const known = this.#accounts.get(principal);
    if (known !== undefined) return known;
    // the VM answers in order: blocks that it executed before are told of before, later ones after
    const account = await vm.account(principal);
    this.#accounts.set(principal, account);
    return account;
  }

  /** Follows a transaction that was mined. */
  apply({ transaction, origin, sponsor, fee }: PoolEntry, { status }: VmResult): void {
    const { payload } = transaction;
    if (payload.type !== 'transfer' || status !== 'success') {
      this.clear();
      return;
    }
    this.#add(sponsor, -fee);
    this.#add(origin, -payload.amount);
    this.#add(formatPrincipal(payload.recipient), payload.amount);
  }

  clear(): void {
    this.#accounts.clear();
  }

  #add(principal: string, amount: bigint): void {
    const account = this.#accounts.get(principal);
    if (account !== undefined) this.#accounts.set(principal, { ...account, balance: account.balance + amount });
  }
}
