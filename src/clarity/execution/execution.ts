import { hexOf } from '../bytes.js';
import type { Contract, UserFunction } from '../contract.js';
import type { Costs } from '../costs/costs.js';
import { CostTracker, type Pace } from '../costs/tracker.js';
import type { Crypto } from '../crypto.js';
import type { Epoch } from '../epoch.js';
import { CheckFailure, type ExecutionCost, InternalFailure, RuntimeFailure } from '../failure.js';
import { type State, StateEditor } from '../state/state.js';
import { type LockClock, type UnlockHeights, unlockHeightsIn } from '../state/unlock-heights.js';
import type { Expression } from '../syntax/expression.js';
import { sizeOf } from '../values/size.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { AssetMove } from './asset-log.js';
import { type ChainView, withBurnChainOf } from './chain-view.js';
import type { ContractEvent } from './event.js';
import type { Place, Tracer } from './observation.js';

/**
 * What an execution follows: the epoch, its costs, and what the network is. Code is compiled for one object of rules, which
 * executions share.
 */
export type Rules = Network & {
  readonly epoch: Epoch;
  readonly costs: Costs;
  /** Compiles a function for these rules. */
  compile(fn: UserFunction): CompiledFunction;
  /** Wraps the code of each expression: for coverage, profiles, a debugger. */
  readonly instrument?: ((code: Code, expression: Expression, contract: Contract, names: Names) => Code) | undefined;
};

/** The names that code sees. */
export type Names = {
  /** Where their values are in a frame. */
  readonly slots: ReadonlyMap<string, number>;
  /** Compiles another expression that sees them. A frame for it begins with that of the code. */
  compileWithin(expression: Expression): { readonly run: Code; readonly frameSize: number };
};

export type Network = { readonly isMainnet: boolean; readonly chainId: number; readonly crypto: Crypto };

/** The values of parameters, `let` bindings and branches of `match` of one invocation, by the slots that the compiler gave them. */
type Frame = Value[];

/** A compiled expression. */
export type Code = (x: Execution, frame: Frame) => Value;

/** The code of a function for one object of rules, which is compared by identity. */
export type CompiledFunction = {
  readonly rules: Rules;
  readonly run: Code;
  readonly frameSize: number;
  /** Puts the arguments into a frame. @throws CheckFailure TypeValueError, NameAlreadyUsed */
  readonly bind: (frame: Frame, args: readonly Value[]) => void;
};

/** The most bytes of values that a transaction may print (`MAX_EVENTS_BATCH`, clarity/src/vm/contexts.rs). */
const MAX_PRINTED = 50 * 1024 * 1024;

/** Where an execution can go back to. `firstMove` is the first move of the savepoint around it. */
export type Savepoint = {
  readonly state: State;
  readonly events: number;
  readonly printed: number;
  readonly moves: number;
  readonly firstMove: number;
};

/** How an early return leaves a function: with `try!`, `unwrap!` or `asserts!`. It is thrown, but is no failure. */
export class EarlyReturn {
  readonly name: 'UnwrapFailed' | 'AssertionFailed';
  readonly value: Value;
  /** Whether the value is what code within gave, as with `try!`. */
  readonly isPassedOn: boolean;

  constructor(name: EarlyReturn['name'], value: Value, isPassedOn = false) {
    this.name = name;
    this.value = value;
    this.isPassedOn = isPassedOn;
  }
}

export type ExecutionOptions = {
  readonly rules: Rules;
  readonly state: StateEditor;
  readonly chain: ChainView;
  readonly unlockHeights: UnlockHeights;
  readonly sender: PrincipalValue;
  readonly sponsor?: PrincipalValue | undefined;
  readonly limit?: ExecutionCost | undefined;
  readonly memoryLimit?: number | undefined;
  readonly pace?: Pace | undefined;
  readonly tracer?: Tracer | undefined;
};

/**
 * One transaction or read: its sender, its changes, its cost. Code gets it as its first argument, so that executions share nothing
 * (`GlobalContext`, `InvocationContext` and `CallStack` of clarity/src/vm/contexts.rs).
 */
export class Execution extends CostTracker {
  readonly rules: Rules;
  state: StateEditor;
  chain: ChainView;
  /** What decides whether STX are locked. */
  clock: LockClock;
  sender: PrincipalValue;
  caller: PrincipalValue;
  readonly sponsor: PrincipalValue | undefined;
  /** Whether writes are forbidden. */
  isReadOnly = false;
  /** How deep expressions and calls are nested. */
  depth = 0;
  readonly maxDepth: number;
  /** The functions that are being executed, outermost first. */
  calls: UserFunction[] = [];
  readonly events: ContractEvent[] = [];
  /** The bytes of the printed values. */
  printed = 0;
  readonly moves: AssetMove[] = [];
  /** The moves that the current savepoint began with. */
  #firstMove = 0;
  /** The bytes of memory that stay in use until the end. */
  kept = 0;
  /** The expression that is being applied: where a failure happens. */
  at: Expression | undefined;
  /** The contract that is being deployed, or whose deploy failed: the state does not have it. */
  deploying: Contract | undefined;
  readonly tracer: Tracer | undefined;
  /** The last value `(err ...)` that came into being, and where. */
  #error: { readonly value: Value; readonly place: Place | undefined } | undefined;

  constructor({ rules, state, chain, unlockHeights, sender, sponsor, limit, memoryLimit, pace, tracer }: ExecutionOptions) {
    super(rules.costs, { limit, memoryLimit, pace, isMainnet: rules.isMainnet });
    this.rules = rules;
    this.state = state;
    this.chain = chain;
    this.clock = { burnHeight: chain.burnHeight, unlockHeights: unlockHeightsIn(rules.epoch, unlockHeights) };
    this.sender = sender;
    this.caller = sender;
    this.sponsor = sponsor;
    this.maxDepth = rules.epoch.maxDepth;
    this.tracer = tracer;
  }

  /** Returns whether a contract can be loaded: from epoch 3.4 on, its constants are sanitized then (`canonicalize_types`). */
  canLoad(contract: Contract): boolean {
    return !this.rules.epoch.borrowsVariables || contract.isSanitizable;
  }

  /** Enters an application: charges its lookup and nests one level deeper. @throws RuntimeFailure MaxStackDepthReached */
  enter(lookup: number, expression: Expression): void {
    this.at = expression;
    this.chargeRuntime(lookup);
    if (this.depth >= this.maxDepth) throw new RuntimeFailure('MaxStackDepthReached');
    this.depth++;
  }

  /** Holds memory until the end of the transaction. */
  keepMemory(bytes: number): void {
    this.kept += bytes;
    this.addMemory(bytes);
  }

  override addMemory(bytes: number): void {
    this.memory += bytes;
    if (this.memory <= this.memoryLimit) return;
    // Whoever holds memory until the end of a scope does not give back what it did not get.
    this.kept += bytes;
    throw this.memoryExceeded();
  }

  /** Takes note of where an `(err ...)` came from. A value that is passed on is the same object. */
  noteError(value: Value): void {
    if (this.#error?.value !== value) this.#error = { value, place: this.place() };
  }

  /** Takes note of where an `(err ...)` was given up, wherever it came from. */
  renewError(value: Value): void {
    this.#error = { value, place: this.place() };
  }

  /** Follows an `(err ...)` that became another object. */
  carryError(from: Value, to: Value): void {
    if (this.#error?.value === from) this.#error = { ...this.#error, value: to };
  }

  /** Returns where an `(err ...)` came from, if that is known. */
  placeOfError(value: Value): Place | undefined {
    return this.#error?.value === value ? this.#error.place : undefined;
  }

  /** Returns where the execution is, or where it failed. */
  place(): Place | undefined {
    const contract = this.calls.at(-1)?.contract ?? this.deploying;
    return contract && this.at && { contract, expression: this.at, stack: [...this.calls] };
  }

  /** Appends an event whose size does not count. */
  emitFree(event: ContractEvent): void {
    this.events.push(event);
    this.tracer?.event(event, this.at);
  }

  /** @throws InternalFailure if what the transaction prints is too large */
  emit(event: ContractEvent): void {
    this.emitFree(event);
    if (event.type === 'print') this.printed += sizeOf(event.value);
    if (this.printed >= MAX_PRINTED) throw new InternalFailure('Event batch grew too large during execution');
  }

  /** Runs code as of a block below this one, without effects. @throws RuntimeFailure BadBlockHash, UnknownBlockHeaderHash */
  atBlock<T>(hash: Uint8Array, run: () => T): T {
    if (hash.length !== 32) throw new RuntimeFailure('BadBlockHash', [...hash]);
    const past = this.chain.at(hash);
    if (past === undefined) throw new RuntimeFailure('UnknownBlockHeaderHash', { hex: hexOf(hash) });
    const savepoint = this.save();
    const { state, chain, clock, isReadOnly } = this;
    this.state = new StateEditor(past.state);
    this.chain = this.rules.epoch.usesTipBurnBlock ? withBurnChainOf(chain, past.chain) : past.chain;
    this.clock = { ...clock, burnHeight: this.chain.burnHeight };
    this.isReadOnly = true;
    try {
      return run();
    } finally {
      this.state = state;
      this.chain = chain;
      this.clock = clock;
      this.isReadOnly = isReadOnly;
      this.rollBack(savepoint);
    }
  }

  /** Begins what may be undone alone: a call of a public function, a restricted body. */
  save(): Savepoint {
    const firstMove = this.#firstMove;
    this.#firstMove = this.moves.length;
    return { state: this.state.snapshot(), events: this.events.length, printed: this.printed, moves: this.moves.length, firstMove };
  }

  /** Undoes all since a savepoint. */
  rollBack(savepoint: Savepoint): void {
    this.state.restore(savepoint.state);
    this.events.length = savepoint.events;
    this.printed = savepoint.printed;
    this.moves.length = savepoint.moves;
    this.#firstMove = savepoint.firstMove;
  }

  /** Keeps all since a savepoint. @throws CheckFailure PoxStxAssetMapOverwrite, which makes the transaction invalid before epoch 4.0 */
  commit(savepoint: Savepoint): void {
    this.#firstMove = savepoint.firstMove;
    if (this.rules.epoch.sumsStacking) return;
    for (let at = savepoint.moves; at < this.moves.length; at++) {
      const move = this.moves[at] as AssetMove;
      if (move.type === 'stacking' && this.#hasStacked(move.owner, savepoint)) throw new CheckFailure('PoxStxAssetMapOverwrite');
    }
  }

  /** Returns whether an account stacked since the last savepoint began. */
  hasStacked(owner: PrincipalValue): boolean {
    return this.#hasStacked(owner, { firstMove: this.#firstMove, moves: this.moves.length });
  }

  #hasStacked(owner: PrincipalValue, { firstMove, moves }: Pick<Savepoint, 'firstMove' | 'moves'>): boolean {
    return this.moves.slice(firstMove, moves).some((move) => move.type === 'stacking' && move.owner.id === owner.id);
  }
}
