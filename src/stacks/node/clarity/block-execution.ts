import { createTurns } from '../../../base/turns.js';
import type { Pace } from '../../../clarity/costs.js';
import { addCosts, NO_COST, NO_LIMIT } from '../../../clarity/costs.js';
import type { Tracer } from '../../../clarity/execution.js';
import { callContract, Execution, observedRules, type Rules } from '../../../clarity/execution.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import type { Change } from '../../../clarity/state.js';
import { type LockClock, type State, StateEditor, unlockHeightsIn } from '../../../clarity/state.js';
import type { Transaction } from '../../../clarity/transaction.js';
import { processTransaction } from '../../../clarity/transaction.js';
import type { PrincipalValue, Value } from '../../../clarity/values.js';
import { issuerOf } from '../../../clarity/values.js';
import { callReadOnly, type Position } from './reads.js';
import { type Refusal, type Result, refusalOf, resultOf } from './result.js';

/** What a block is executed with. */
export type BlockEnvironment = Omit<Position, 'state'> & {
  /** What all transactions together may cost. */
  readonly limit: ExecutionCost;
};

/** It does not fit into the block any more: no effect, and a later block may take it. */
export type Postponement = { status: 'postponed' };

/** A block that is being executed: everything that changes the state of the chain goes through one. */
export class BlockExecution {
  readonly #environment: BlockEnvironment;
  readonly #state: StateEditor;
  #spent: ExecutionCost = NO_COST;

  /** @param spent what the transactions so far cost */
  constructor(before: State, environment: BlockEnvironment, spent = NO_COST) {
    this.#environment = environment;
    this.#state = new StateEditor(before);
    this.#spent = spent;
  }

  /** What it goes on with, for another thread. `spent` is undefined if nothing was. */
  get standing(): { environment: BlockEnvironment; state: State; spent: ExecutionCost | undefined } {
    return { environment: this.#environment, state: this.#state.snapshot(), spent: this.#spent === NO_COST ? undefined : this.#spent };
  }

  get state(): StateEditor {
    return this.#state;
  }

  get rules(): Rules {
    return this.#environment.rules;
  }

  get clock(): LockClock {
    const { rules, chain, unlockHeights } = this.#environment;
    return { burnHeight: chain.burnHeight, unlockHeights: unlockHeightsIn(rules.epoch, unlockHeights) };
  }

  /** Executes a transaction; one that cannot be in this block has no effect. */
  run(
    transaction: Transaction,
    { pace, tracer }: { pace?: Pace | undefined; tracer?: Tracer | undefined } = {},
  ): Result | Refusal | Postponement {
    const rules = tracer?.begin === undefined ? this.rules : observedRules(this.rules);
    const block = { ...this.#environment, rules, state: this.#state, spent: this.#spent, pace, tracer };
    const outcome = processTransaction(block, transaction);
    if (outcome.type === 'receipt') {
      this.#spent = addCosts(this.#spent, outcome.cost);
      return resultOf(outcome, transaction, this.#state);
    }
    if (outcome.type === 'too-expensive' && this.#spent !== NO_COST) return { status: 'postponed' };
    return refusalOf(outcome, transaction, this.#state);
  }

  /** Takes over what a transaction did that was executed elsewhere. */
  async adopt(result: Result | Refusal | Postponement, changes: readonly Change[]): Promise<void> {
    if (!('cost' in result)) return;
    const giveWay = createTurns();
    for (const change of changes) {
      this.#state.apply(change);
      await giveWay();
    }
    this.#spent = addCosts(this.#spent, result.cost);
  }

  /** Pays a reward. @param minted how much of the amount, in micro-STX, is new */
  credit(principal: PrincipalValue, amount: bigint, minted: bigint): void {
    const account = this.#state.account(principal);
    this.#state.setAccount(principal, { ...account, balance: account.balance.credit(amount, this.clock) });
    this.#state.liquidSupply += minted;
  }

  /** Reads a contract without an effect. @throws Error if the call fails */
  read(contract: PrincipalValue, fn: string, args: readonly Value[]): Value {
    const read = callReadOnly({ ...this.#environment, state: this.#state.snapshot() }, { contract, fn, args, sender: issuerOf(contract) });
    if (!read.okay) throw new Error(`${contract.text} ${fn}: ${read.cause}`);
    return read.value;
  }

  /**
   * Calls a function of a boot contract as the node does, a private one too, without a limit.
   * @throws Failure
   */
  callBoot(contract: PrincipalValue, fn: string, args: readonly Value[]): Value {
    return callContract(this.free(this.rules, issuerOf(contract)), contract, fn, args, { allowsPrivate: true });
  }

  /** Begins to execute code of the node itself, which has no limit. */
  free(rules: Rules, sender: PrincipalValue): Execution {
    const { chain, unlockHeights } = this.#environment;
    return new Execution({ rules, state: this.#state, chain, unlockHeights, sender, limit: NO_LIMIT });
  }

  /** Returns the state after what was executed. */
  after(): State {
    return this.#state.snapshot();
  }
}
