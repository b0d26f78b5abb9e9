import type { Contract, UserFunction } from '../contract.js';
import type { ExecutionCost } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import type { Value } from '../values/value.js';
import type { ContractEvent } from './event.js';

/** Where something happened: the expression, the contract that it is in, and the functions that were executed, outermost first. */
export type Place = { readonly contract: Contract; readonly expression: Expression; readonly stack: readonly UserFunction[] };

/** Is told what an execution does. It must not change anything. */
export type Tracer = {
  /** A function begins. @param at the expression that called it, undefined for the outermost one */
  enter(fn: UserFunction, args: readonly Value[], at: Expression | undefined): void;
  /** The last function that began ends. @param result undefined if it failed */
  leave(result: Value | undefined): void;
  /** Something is printed, moved, minted or burned. @param at undefined for a transaction without code */
  event(event: ContractEvent, at: Expression | undefined): void;
  /**
   * An expression begins: one that runs, or at the top of a contract that is deployed. Code compiled for `observedRules` reports
   * its expressions.
   * @param spent the costs of the execution, which go on to change
   */
  begin?(spent: ExecutionCost, expression: Expression, contract: Contract): void;
  /** The last expression that began ends, with a value or not. */
  end?(spent: ExecutionCost): void;
};
