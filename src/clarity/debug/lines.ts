import { compileExpression } from '../compile/compile.js';
import type { Contract } from '../contract.js';
import type { Rules } from '../execution/execution.js';
import type { Expression } from '../syntax/expression.js';

/** Definitions with a value that the deploy evaluates: it comes last. */
const WITH_VALUE = ['define-constant', 'define-data-var', 'define-fungible-token'];

/** Returns the lines on which an expression begins that is evaluated, ascending: the compiler knows them. */
export function linesOf(contract: Contract, rules: Rules): number[] {
  const lines = new Set<number>();
  const noting: Rules = {
    ...rules,
    instrument: (code, { span }) => {
      lines.add(span.startLine);
      return code;
    },
  };
  const bodies = [...contract.functions.values()].map(({ body }) => body);
  for (const expression of [...contract.expressions.flatMap(evaluatedByDeploy), ...bodies]) {
    compileExpression(expression, contract, noting);
  }
  return [...lines].sort((a, b) => a - b);
}

function evaluatedByDeploy(expression: Expression): Expression[] {
  if (expression.type !== 'list') return [expression];
  const { items } = expression;
  const [head] = items;
  const name = head?.type === 'atom' ? head.name : '';
  if (WITH_VALUE.includes(name)) return items.length > 2 ? items.slice(-1) : [];
  return /^(?:define-|use-trait$|impl-trait$)/.test(name) ? [] : [expression];
}
