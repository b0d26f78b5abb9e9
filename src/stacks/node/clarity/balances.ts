import { invalid } from '../../../base/error.js';
import type { PoxVersion, StateEditor } from '../../../clarity/state.js';
import { StxBalance } from '../../../clarity/state.js';
import { findPrincipal, parsePrincipal } from '../../../clarity/values.js';

/** STX of an account or a contract when the chain begins, in micro-STX. */
export type GenesisBalance = {
  principal: string;
  amount: bigint;
  /** Another amount of the account, locked until a burn height. @default nothing */
  locked?: { amount: bigint; unlockHeight: number } | undefined;
  /** Of its next transaction. @default 0 */
  nonce?: bigint | undefined;
};

/** The supply has 128 bits (stacks-core: `ustx_liquid_supply`). */
const MAX_SUPPLY = 2n ** 128n - 1n;

/** The newest PoX contract of an epoch: locks are its own. */
const POX_VERSIONS: Readonly<Record<string, PoxVersion>> = { '2.1': 2, '2.2': 2, '2.3': 2, '2.4': 3, '4.0': 5 };

/**
 * @param boot what boot contracts have, in micro-STX
 * @throws DevnetError INVALID_INPUT naming the first balance that is wrong
 */
export function validateBalances(balances: readonly GenesisBalance[], boot: bigint): void {
  const most = MAX_SUPPLY - boot;
  let supply = 0n;
  const locked = new Set<string>();
  for (const { principal, amount, locked: lock } of balances) {
    if (findPrincipal(principal) === undefined) throw invalid('balances', 'Stacks addresses and contracts', principal);
    for (const part of [amount, lock?.amount ?? 0n]) {
      if (part < 0n || part > MAX_SUPPLY) throw invalid(`balances[${principal}]`, `0 to ${MAX_SUPPLY} uSTX`, part);
      supply += part;
    }
    if (lock === undefined) continue;
    if (locked.has(principal)) throw invalid(`balances[${principal}].locked`, 'one lock for each principal', 'two');
    if (!Number.isSafeInteger(lock.unlockHeight) || lock.unlockHeight < 1) {
      throw invalid(`balances[${principal}].locked.unlockHeight`, 'a burn height', lock.unlockHeight);
    }
    locked.add(principal);
  }
  if (supply > most) throw invalid('balances', `at most ${most} uSTX in all`, supply);
}

/** Gives accounts their STX. A principal may come more than once. */
export function creditBalances(state: StateEditor, balances: readonly GenesisBalance[], epoch: string): void {
  for (const { principal: text, amount, locked, nonce } of balances) {
    const principal = parsePrincipal(text);
    const account = state.account(principal);
    const { unlocked, lock } = account.balance;
    const added = locked && { ...locked, version: POX_VERSIONS[epoch] ?? 4 };
    state.setAccount(principal, { nonce: nonce ?? account.nonce, balance: new StxBalance(unlocked + amount, added ?? lock) });
    state.liquidSupply += amount + (locked?.amount ?? 0n);
  }
}
