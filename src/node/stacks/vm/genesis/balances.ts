import { parsePrincipal } from '../../../../chains/stacks/codec/principal.js';
import { invalid } from '../../../../error.js';

/** STX of an account or a contract when the chain begins, in micro-STX. */
export type GenesisBalance = {
  principal: string;
  amount: bigint;
  /** Another amount of the account, locked until a burn height. @default nothing */
  locked?: { amount: bigint; unlockHeight: number } | undefined;
};

/** The supply has 128 bits (stacks-core: `ustx_liquid_supply`). */
const MAX_SUPPLY = 2n ** 128n - 1n;
const SUPPLY = '_stx-data::ustx_liquid_supply';

/** The first byte of a locked balance, by the newest PoX contract (stacks-core: `STXBalance`). */
const LOCK_VERSIONS: Readonly<Record<string, string>> = { '2.1': '00', '2.2': '00', '2.3': '00', '2.4': '01', '4.0': '03' };
const POX_4 = '02';

/** @throws DevnetError INVALID_INPUT naming the first balance that is wrong */
export function validateBalances(balances: readonly GenesisBalance[]): void {
  let supply = 0n;
  const locked = new Set<string>();
  for (const { principal, amount, locked: lock } of balances) {
    if (parsePrincipal(principal) === undefined) throw invalid('balances', 'Stacks addresses and contracts', principal);
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
  if (supply > MAX_SUPPLY) throw invalid('balances', `at most ${MAX_SUPPLY} uSTX in all`, supply);
}

/** Returns the balances and their sum as values of an origin. A principal may come more than once. */
export function balanceValues(balances: readonly GenesisBalance[], epoch: string): Map<string, string> {
  const supply = balances.reduce((sum, { amount, locked }) => sum + amount + (locked?.amount ?? 0n), 0n);
  return new Map([[SUPPLY, `01${u128(supply)}`], ...accountValues(balances, epoch)]);
}

/** Returns the balances as values of an origin. A principal may come more than once. */
export function accountValues(balances: readonly GenesisBalance[], epoch: string): Map<string, string> {
  const accounts = new Map<string, GenesisBalance>();
  for (const { principal, amount, locked } of balances) {
    const before = accounts.get(principal);
    accounts.set(principal, { principal, amount: amount + (before?.amount ?? 0n), locked: locked ?? before?.locked });
  }
  const values = new Map<string, string>();
  for (const { principal, amount, locked } of accounts.values())
    values.set(`vm-account::${principal}::19`, stxBalance(amount, locked, epoch));
  return values;
}

function stxBalance(amount: bigint, locked: GenesisBalance['locked'], epoch: string): string {
  const version = locked === undefined ? '' : (LOCK_VERSIONS[epoch] ?? POX_4);
  return `${version}${u128(amount)}${u128(locked?.amount ?? 0n)}${(locked?.unlockHeight ?? 0).toString(16).padStart(16, '0')}`;
}

function u128(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
