import type { ClarityExpression } from '../../../clarity/vm.js';

/** The kinds of changes, and what each does. */
export const OPERATORS = {
  comparison: 'replaces < by <= and >=, and so on',
  equality: 'negates is-eq',
  arithmetic: 'replaces + by -, * by /, mod by /, pow by *, and bit operations by others',
  logic: 'exchanges and and or',
  negation: 'removes not',
  presence: 'exchanges is-some and is-none, is-ok and is-err',
  condition: 'replaces the condition of an if by true and false',
  branches: 'exchanges the branches of an if',
  check: 'removes the check of an asserts!',
  unwrap: 'replaces try! and unwrap! by unwrap-panic, unwrap-err! by unwrap-err-panic, and unwrap-panic by try!',
  effect: 'removes a write, a payment, a mint, a burn, or an expression whose value is not used',
  'map-write': 'exchanges map-set and map-insert',
  transfer: 'exchanges the sender and the recipient of a transfer',
  sender: 'exchanges tx-sender and contract-caller in a condition',
  height: 'exchanges stacks-block-height and burn-block-height',
  optional: 'replaces some by none',
  constant: 'adds one to a number, negates true and false, empties a string',
} as const;
export type OperatorName = keyof typeof OPERATORS;

/** A change of one expression. */
export type Change = {
  operator: OperatorName;
  /** The expression that is replaced. */
  at: ClarityExpression;
  /** What is in its place. */
  text: string;
};

/** How an expression is used. */
export type Use = {
  /** Whether its value is dropped: something follows it in the same body. */
  isStatement: boolean;
  /** Whether it decides where an `if` or `asserts!` goes, for which there are operators of their own. */
  isCondition: boolean;
  /** Whether it is part of such a condition. */
  isInCondition: boolean;
  /** Whether the removal of the expression around it removes its effect, too. */
  isRemoved: boolean;
  /** Whether `tx-sender` and `contract-caller` are the contract itself. */
  isAsContract: boolean;
};

/** An application, and where it is. */
export type Site = {
  node: ClarityExpression;
  /** The first word. */
  head: ClarityExpression;
  name: string;
  args: readonly ClarityExpression[];
  use: Use;
  textOf(node: ClarityExpression): string;
};
