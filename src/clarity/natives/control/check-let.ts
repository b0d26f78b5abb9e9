import { pairAt } from '../../analysis/pairs.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { typeSizeOf } from '../../types/construct.js';
import type { Type } from '../../types/type.js';
import { atLeast } from '../arguments.js';

/** A name may be that of a parameter that holds a trait, but of nothing else. */
export function checkLet(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [bindings, ...statements] = atLeast(args, 2);
  if (bindings.type !== 'list') throw new StaticFailure('BadLetSyntax');
  const inner = scope.extend();
  checker.costs.charge('AnalysisCheckLet', args.length);
  let memory = 0;
  for (let at = 0; at < bindings.items.length; at++) {
    const [name, expression] = pairAt(bindings.items, at, 'let');
    checkUnbound(checker, name, inner);
    const type = checker.check(expression, inner);
    checker.costs.charge('AnalysisBindName', typeSizeOf(type));
    checker.addMemory(name.length + type.typeSize);
    memory += name.length + type.typeSize;
    inner.bind(name, type, checker.version);
  }
  const result = checker.checkStatements(statements, inner);
  checker.dropMemory(memory);
  return result;
}

/** Checks that a name shadows nothing. @throws StaticFailure NameAlreadyUsed, ReservedWord */
export function checkUnbound(checker: TypeChecker, name: string, scope: Scope): void {
  checker.context.checkFree(name);
  if (scope.variable(name) !== undefined) throw new StaticFailure('NameAlreadyUsed', name);
}
