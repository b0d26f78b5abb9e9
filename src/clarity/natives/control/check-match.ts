import { orElse } from '../../analysis/or-else.js';
import { chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import { checkMessage } from '../../analysis/static-messages.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { typeSizeOf } from '../../types/construct.js';
import { leastSupertype } from '../../types/supertype.js';
import type { Type } from '../../types/type.js';
import { atLeast } from '../arguments.js';
import { checkUnbound } from './check-let.js';

type Syntax = 'BadMatchOptionSyntax' | 'BadMatchResponseSyntax';

export function checkMatch(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [input, ...branches] = atLeast(args, 1);
  const type = checker.check(input, scope);
  switch (type.kind) {
    case 'optional': {
      checkCount(branches, 3, 'BadMatchOptionSyntax');
      const [binding, some, none] = branches as [Expression, Expression, Expression];
      const name = nameIn(binding, 'BadMatchOptionSyntax');
      if (type.inner.kind === 'no-type') throw new StaticFailure('CouldNotDetermineMatchTypes');
      return join(checker, checkBranch(checker, name, type.inner, some, scope), checker.check(none, scope));
    }
    case 'response': {
      checkCount(branches, 4, 'BadMatchResponseSyntax');
      const [okBinding, ok, errBinding, err] = branches as [Expression, Expression, Expression, Expression];
      const okName = nameIn(okBinding, 'BadMatchResponseSyntax');
      const errName = nameIn(errBinding, 'BadMatchResponseSyntax');
      if (type.ok.kind === 'no-type' || type.err.kind === 'no-type') throw new StaticFailure('CouldNotDetermineMatchTypes');
      const okType = checkBranch(checker, okName, type.ok, ok, scope);
      return join(checker, okType, checkBranch(checker, errName, type.err, err, scope));
    }
    default:
      throw new StaticFailure('BadMatchInput', type);
  }
}

/** Counts include the input. */
function checkCount(branches: readonly Expression[], count: number, syntax: Syntax): void {
  if (branches.length !== count) throw new StaticFailure(syntax, checkMessage('IncorrectArgumentCount', [count + 1, branches.length + 1]));
}

function nameIn(binding: Expression, syntax: Syntax): string {
  if (binding.type !== 'atom') throw new StaticFailure(syntax, checkMessage('ExpectedName', []));
  return binding.name;
}

function checkBranch(checker: TypeChecker, name: string, type: Type, body: Expression, scope: Scope): Type {
  const inner = scope.extend();
  const size = typeSizeOf(type);
  checker.costs.charge('AnalysisBindName', size);
  checker.addMemory(name.length + size);
  checkUnbound(checker, name, inner);
  inner.bind(name, type, checker.version);
  const result = checker.check(body, inner);
  checker.dropMemory(name.length + size);
  return result;
}

function join(checker: TypeChecker, a: Type, b: Type): Type {
  chargeTypeCheck(checker.costs, a, b);
  return orElse(() => leastSupertype(a, b), 'MatchArmsMustMatch', a, b);
}
