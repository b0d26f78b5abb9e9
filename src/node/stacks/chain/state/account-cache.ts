import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import type { PoolEntry } from '../../mempool/pool.js';
import type { Vm, VmAccount, VmResult } from '../../vm/types.js';

/**
 * Balances at the tip, so that a transfer is admitted without waiting for the VM. What a transfer changes is known without
 * it; whom a contract pays, or locks, is asked about again.
 */
export class AccountCache {
  readonly #accounts = new Map<string, VmAccount>();

  async get(vm: Vm, principal: string): Promise<VmAccount> {
    const known = this.#accounts.get(principal);
    if (known !== undefined) return known;
    // The VM answers in order: this cache sees the blocks before the answer first, and later ones after it.
    const account = await vm.account(principal);
    this.#accounts.set(principal, account);
    return account;
  }

  /** Follows a transaction that was mined. */
  apply({ transaction, origin, sponsor, fee }: PoolEntry, { status, events }: VmResult): void {
    const { payload } = transaction;
    this.#add(sponsor, -fee);
    if (payload.type !== 'transfer') {
      for (const principal of events.flatMap(affected)) this.#accounts.delete(principal);
    } else if (status === 'success') {
      this.#add(origin, -payload.amount);
      this.#add(formatPrincipal(payload.recipient), payload.amount);
    }
  }

  clear(): void {
    this.#accounts.clear();
  }

  #add(principal: string, amount: bigint): void {
    const account = this.#accounts.get(principal);
    if (account !== undefined) this.#accounts.set(principal, { ...account, balance: account.balance + amount });
  }
}

/** The fields of each event that name the principals of changed balances. */
const PARTIES: Readonly<Record<string, readonly string[]>> = {
  stx_transfer_event: ['sender', 'recipient'],
  stx_mint_event: ['recipient'],
  stx_burn_event: ['sender'],
  stx_lock_event: ['locked_address'],
};

function affected(event: VmResult['events'][number]): string[] {
  const data = event[event.type];
  const parties = PARTIES[event.type] ?? [];
  return typeof data === 'object' && data !== null ? parties.map((party) => String((data as Record<string, unknown>)[party])) : [];
}
