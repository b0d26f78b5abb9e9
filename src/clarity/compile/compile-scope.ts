import type { Contract } from '../contract.js';
import type { Costs } from '../costs/costs.js';
import type { Code, Names, Rules } from '../execution/execution.js';
import type { Expression } from '../syntax/expression.js';
import type { ClarityVersion } from '../version.js';
import type { Compiled } from './code.js';

/** An argument that has a value already: a step of a `fold` gets it in a slot of the frame. */
type SlotOperand = { readonly type: 'slot'; readonly slot: number };
/** What natives are applied to. */
export type Operand = Expression | SlotOperand;

/** A name in a frame. A parameter that holds a trait is no variable in Clarity 1. */
export type Local = { readonly slot: number; readonly isVariable: boolean };

/** Turns operands into code. */
type Compiler = (operand: Operand, scope: Scope) => Compiled;

type Position = {
  readonly contract: Contract;
  readonly rules: Rules;
  readonly compiler: Compiler;
  /** How many slots a frame has. */
  readonly slots: { count: number };
  /** How many `let`s and branches of `match` enclose the expression. */
  readonly depth: number;
  /** What finding a native function costs: nothing where a step of `fold`, `map` or `filter` applies it. */
  readonly lookup: number;
  readonly parent?: Scope | undefined;
};

/**
 * What is known where an expression stands, while it is compiled: the contract, the names, the rules
 * (`LocalContext`, clarity/src/vm/contexts.rs).
 */
export class Scope implements Names {
  readonly #position: Position;
  readonly #names = new Map<string, Local>();

  constructor(position: Position) {
    this.#position = position;
  }

  get contract(): Contract {
    return this.#position.contract;
  }

  get version(): ClarityVersion {
    return this.contract.version;
  }

  get rules(): Rules {
    return this.#position.rules;
  }

  get costs(): Costs {
    return this.rules.costs;
  }

  get depth(): number {
    return this.#position.depth;
  }

  get lookup(): number {
    return this.#position.lookup;
  }

  /** How many slots a frame needs, once all code is compiled. */
  get frameSize(): number {
    return this.#position.slots.count;
  }

  /** Returns a scope within this one, one level deeper. */
  nest(): Scope {
    return new Scope({ ...this.#position, depth: this.depth + 1, parent: this });
  }

  /** Returns a scope in which natives are applied without being looked up. */
  withoutLookup(): Scope {
    return new Scope({ ...this.#position, lookup: 0, parent: this });
  }

  get slots(): ReadonlyMap<string, number> {
    const slots = new Map(this.#position.parent?.slots);
    for (const [name, { slot }] of this.#names) slots.set(name, slot);
    return slots;
  }

  compileWithin(expression: Expression): { run: Code; frameSize: number } {
    const scope = new Scope({ ...this.#position, slots: { count: this.frameSize }, depth: this.depth + 1, parent: this });
    return { run: scope.owned(expression), frameSize: scope.frameSize };
  }

  /** Reserves a slot. */
  newSlot(): number {
    return this.#position.slots.count++;
  }

  /** Gives a name a slot, and returns that. */
  bind(name: string, isVariable = true): number {
    const slot = this.newSlot();
    this.#names.set(name, { slot, isVariable });
    return slot;
  }

  local(name: string): Local | undefined {
    return this.#names.get(name) ?? this.#position.parent?.local(name);
  }

  compile(operand: Operand): Compiled {
    return this.#position.compiler(operand, this);
  }

  /** Returns code that gives a value, perhaps by reference. */
  ref(operand: Operand): Code {
    return this.compile(operand).ref;
  }

  /** Returns code that gives an own value. */
  owned(operand: Operand): Code {
    return this.compile(operand).owned;
  }
}
