import { readOnlyRuleOf } from '../natives/read-only-rules.js';
import type { Expression } from '../syntax/expression.js';
import type { ClarityVersion } from '../version.js';
import type { FindContract } from './contract-analysis.js';
import { ReadOnlyChecker } from './read-only-checker.js';
import { StaticFailure } from './static-failure.js';

/**
 * Finds the functions that write nothing, and checks that those are among them that say so
 * (clarity/src/vm/analysis/read_only_checker/mod.rs). It costs nothing, and finds unknown functions and some malformed forms on its way.
 * @returns the names of functions that write nothing
 * @throws StaticFailure
 */
export function checkReadOnly(expressions: readonly Expression[], version: ClarityVersion, contracts: FindContract): Set<string> {
  const checker = new ReadOnlyChecker(version, contracts, readOnlyRuleOf);
  try {
    for (const expression of expressions) checker.checkTopLevel(expression);
  } catch (error) {
    if (error instanceof StaticFailure && checker.current !== undefined) error.at(checker.current);
    throw error;
  }
  return checker.pureFunctions;
}
