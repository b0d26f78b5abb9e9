import { nativeChecks } from '../natives/all-checks.js';
import type { Expression } from '../syntax/expression.js';
import type { Type } from '../types/type.js';
import { checkTopLevel } from './check-definition.js';
import type { ContractAnalysis } from './contract-analysis.js';
import { StaticFailure, toStatic } from './static-failure.js';
import { type CheckOptions, TypeChecker } from './type-checker.js';
import { Scope } from './typing-scope.js';

/**
 * Finds the types of all that a contract defines, and charges for the analysis
 * (`TypeChecker::run_pass`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs).
 * @param types filled with the types of all expressions
 * @throws StaticFailure, CostFailure
 */
export function checkTypes(
  expressions: readonly Expression[],
  options: CheckOptions,
  types: Map<number, Type> | undefined,
): Omit<ContractAnalysis, 'pureFunctions'> {
  const checker = new TypeChecker(options, nativeChecks(options.version), types);
  options.costs.charge('AnalysisStorage', countNodes(expressions));
  const top = Scope.top();
  try {
    for (const expression of expressions) checkTopLevel(checker, expression, top);
  } catch (error) {
    const failure = toStatic(error);
    throw failure instanceof StaticFailure && checker.current !== undefined ? failure.at(checker.current) : failure;
  }
  return checker.context.toAnalysis(options.epoch, types);
}

/** Nodes are numbered in this order, from 1. */
function countNodes(expressions: readonly Expression[]): number {
  let last = expressions.at(-1);
  while (last?.type === 'list' && last.items.length > 0) last = last.items.at(-1);
  return last?.id ?? 0;
}
