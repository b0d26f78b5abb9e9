import type { Contract } from '../contract.js';
import type { CostName } from '../costs/costs.js';
import type { Epoch } from '../epoch.js';
import { InternalFailure } from '../failure.js';
import type { LockingHost, StxLockEvent } from '../locking/host.js';
import { afterPoxCall, poxVersionOf } from '../locking/locking.js';
import type { StxBalance } from '../state/stx-balance.js';
import type { LockClock } from '../state/unlock-heights.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { Execution } from './execution.js';

/**
 * Does what follows a call of a PoX contract that returned (`handle_contract_call_special_cases`, pox-locking/src/lib.rs).
 * @throws Failure as {@link afterPoxCall}
 */
export function afterContractCall(x: Execution, contract: Contract, fn: string, args: readonly Value[], result: Value): void {
  const version = poxVersionOf(contract.id, x.rules.isMainnet ? 'mainnet' : 'testnet');
  if (version === undefined) return;
  const isReadOnly = contract.functions.get(fn)?.access === 'read-only';
  afterPoxCall(new ExecutionHost(x), { version, contract: contract.id, fn, isReadOnly, args, result, sender: x.sender });
}

/** What locks change in an execution. */
class ExecutionHost implements LockingHost {
  readonly #x: Execution;

  constructor(x: Execution) {
    this.#x = x;
  }

  get epoch(): Epoch {
    return this.#x.rules.epoch;
  }

  get clock(): LockClock {
    return this.#x.clock;
  }

  charge(name: CostName, n: number): void {
    this.#x.charge(name, n);
  }

  balanceOf(account: PrincipalValue): StxBalance {
    return this.#x.state.account(account).balance;
  }

  setBalance(account: PrincipalValue, balance: StxBalance): void {
    this.#x.state.setAccount(account, { ...this.#x.state.account(account), balance });
  }

  readVariable(id: PrincipalValue, name: string): Value {
    const contract = this.#x.state.contract(id);
    const variable = contract?.variables.get(name);
    const stored = contract && variable && this.#x.state.variable(contract, variable);
    if (stored === undefined) throw new InternalFailure(`${id.text} has no variable ${name}`);
    return stored.value;
  }

  readMapEntry(id: PrincipalValue, name: string, key: Value): Value | undefined {
    const contract = this.#x.state.contract(id);
    const map = contract?.maps.get(name);
    const entry = contract && map && this.#x.state.mapEntry(contract, map, key)?.value;
    return entry?.kind === 'optional' ? entry.value : undefined;
  }

  hasStacked(account: PrincipalValue): boolean {
    return this.#x.hasStacked(account);
  }

  logStacking(owner: PrincipalValue, amount: bigint): void {
    this.#x.moves.push({ type: 'stacking', owner, amount });
  }

  logPoxAction(owner: PrincipalValue): void {
    this.#x.moves.push({ type: 'pox', owner });
  }

  emitLock({ account, amount, unlockHeight, contract }: StxLockEvent): void {
    this.#x.emit({ type: 'stx-lock', locked: account, amount, unlockHeight, contract });
  }

  emitPrint(contract: PrincipalValue, value: Value): void {
    this.#x.emitFree({ type: 'print', contract, value });
  }
}
