import type { Contract, UserFunction } from '../contract.js';
import type { ChainView } from '../execution/chain-view.js';
import { type Code, EarlyReturn, type Execution } from '../execution/execution.js';
import type { Place } from '../execution/observation.js';
import { Failure } from '../failure.js';
import type { StateEditor } from '../state/state.js';
import type { LockClock } from '../state/unlock-heights.js';
import { displayValue } from '../values/display.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { EvaluationTracer, Spot } from './report.js';

/** What code sees besides its names. An `at-block` or `as-contract` changes it within a function. */
type World = {
  readonly state: StateEditor;
  readonly chain: ChainView;
  readonly clock: LockClock;
  readonly sender: PrincipalValue;
  readonly caller: PrincipalValue;
};

/** A function that is running; without one, the code at the top of a contract. */
export type WalkFrame = {
  readonly contract: Contract;
  readonly fn: UserFunction | undefined;
  /** The expressions that are being evaluated, outermost first. */
  readonly active: Spot[];
  /** The expression that was evaluated last. */
  last: Spot | undefined;
  slots: readonly Value[];
  world: World | undefined;
  execution: Execution | undefined;
  /** The line of the expression that began last; 0 before the first. */
  line: number;
};

export type WalkEvent =
  /** An expression is to be evaluated. @property isLine whether it is the first one of its line */
  | { readonly type: 'begin'; readonly spot: Spot; readonly isLine: boolean; readonly isEntry: boolean }
  /** A function returned to the one that is innermost now. */
  | { readonly type: 'return'; readonly value: Value }
  /** An `(err …)` came into being, or an expression failed. */
  | { readonly type: 'error'; readonly text: string };

type Visit = (event: WalkEvent, walker: Walker) => void;

/**
 * Follows an execution: numbers what happens, and knows the functions that are running. Two executions of the same code in the same state
 * are equal.
 */
export class Walker implements EvaluationTracer {
  readonly #visit: Visit;
  readonly #frames: WalkFrame[] = [];
  /** The outermost function, once it has returned. */
  #outermost: WalkFrame | undefined;
  #number = 0;
  #error: Value | undefined;
  #errorPlace: Place | undefined;
  #failure: unknown;

  /** @param visit is called for each event. It may throw, which ends the execution */
  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** The number of the last event. */
  get number(): number {
    return this.#number;
  }

  get depth(): number {
    return this.#frames.length;
  }

  /** The functions that are running, outermost first; after the end, the outermost one. */
  get frames(): readonly WalkFrame[] {
    return this.#frames.length > 0 || this.#outermost === undefined ? this.#frames : [this.#outermost];
  }

  enter(fn: UserFunction): void {
    this.#frames.push(frameOf(fn.contract, fn));
  }

  leave(result: Value | undefined): void {
    const left = this.#frames.pop();
    if (this.#frames.length === 0) this.#outermost = left;
    // What fails returns to nobody.
    else if (result !== undefined) this.#emit({ type: 'return', value: result });
  }

  event(): void {}

  evaluate(code: Code, spot: Spot, x: Execution, slots: Value[]): Value {
    const frame = this.#frames.at(-1) ?? this.#top(spot.contract);
    const { startLine } = spot.expression.span;
    const [isEntry, isLine] = [frame.line === 0, frame.line !== startLine];
    frame.active.push(spot);
    frame.last = spot;
    frame.slots = slots;
    frame.line = startLine;
    see(frame, x);
    this.#emit({ type: 'begin', spot, isLine, isEntry });
    try {
      const value = code(x, slots);
      see(frame, x);
      if (value.kind === 'response' && !value.isOk) this.#noteError(value, spot, x);
      return value;
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    } finally {
      frame.active.pop();
    }
  }

  #top(contract: Contract): WalkFrame {
    const frame = frameOf(contract, undefined);
    this.#frames.push(frame);
    return frame;
  }

  #emit(event: WalkEvent): void {
    this.#number++;
    this.#visit(event, this);
  }

  /** A value that is passed on is the same object, or has the same origin. A constant is the same object each time. */
  #noteError(value: Value, { expression, contract, names }: Spot, x: Execution): void {
    const place = x.placeOfError(value);
    const isConstant = expression.type === 'atom' && !names.slots.has(expression.name) && contract.constants.has(expression.name);
    const isVariable = expression.type === 'atom' && !isConstant;
    const isPassedOn = value === this.#error || (place !== undefined && place === this.#errorPlace);
    this.#error = value;
    this.#errorPlace = place;
    if (isConstant || !(isVariable || isPassedOn)) this.#emit({ type: 'error', text: displayValue(value) });
  }

  /** Only failures of Clarity count: others end the walk. */
  #noteFailure(error: unknown): void {
    if (error === this.#failure || error instanceof EarlyReturn || !(error instanceof Failure)) return;
    this.#failure = error;
    this.#emit({ type: 'error', text: error.message });
  }
}

function frameOf(contract: Contract, fn: UserFunction | undefined): WalkFrame {
  return { contract, fn, active: [], last: undefined, slots: [], world: undefined, execution: undefined, line: 0 };
}

function see(frame: WalkFrame, x: Execution): void {
  const { world } = frame;
  frame.execution = x;
  if (world?.state === x.state && world.sender === x.sender && world.caller === x.caller && world.chain === x.chain) return;
  frame.world = { state: x.state, chain: x.chain, clock: x.clock, sender: x.sender, caller: x.caller };
}
