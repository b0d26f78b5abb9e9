import type { Scope } from '../compile/compile-scope.js';
import type { Contract, UserFunction } from '../contract.js';
import type { Expression } from '../syntax/expression.js';
import type { Value } from '../values/value.js';
import type { ContractEvent } from './event.js';
import type { Code, Execution, Rules } from './execution.js';

/** Where something happened: the expression, the contract that it is in, and the functions that were executed, outermost first. */
export type Place = { readonly contract: Contract; readonly expression: Expression; readonly stack: readonly UserFunction[] };

/** An expression in the code of a contract. */
export type Spot = { readonly expression: Expression; readonly contract: Contract; readonly scope: Scope };

/** Wraps code so that the tracer of an execution is asked to evaluate it. */
export const reportEvaluations: NonNullable<Rules['instrument']> = (code, expression, contract, scope) => {
  const spot = { expression, contract, scope };
  return (x, frame) => (x.tracer?.evaluate === undefined ? code(x, frame) : x.tracer.evaluate(code, spot, x, frame));
};

/** Is told what an execution does. It must not change anything. */
export type Tracer = {
  /**
   * An expression is to be evaluated, which `code` does. Only code of rules with {@link reportEvaluations} reports it.
   * @returns what `code` returns
   */
  evaluate?(code: Code, spot: Spot, x: Execution, frame: Value[]): Value;
  /** A function begins. @param at the expression that called it, undefined for the outermost one */
  enter(fn: UserFunction, args: readonly Value[], at: Expression | undefined): void;
  /** The last function that began ends. @param result undefined if it failed */
  leave(result: Value | undefined): void;
  /** Something is printed, moved, minted or burned. @param at undefined for a transaction without code */
  event(event: ContractEvent, at: Expression | undefined): void;
};
