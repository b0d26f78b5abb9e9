import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { responseType } from '../../types/construct.js';
import { PRINCIPAL, type Type, UINT } from '../../types/type.js';
import { atLeast } from '../arguments.js';
import { checkAllowance } from './check-allowance.js';

/** The most allowances of an expression (clarity/src/vm/analysis/type_checker/v2_1/natives/post_conditions.rs). */
const MAX_ALLOWANCES = 128;

function checkRestrictAssets(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [owner, list, ...body] = atLeast(args, 3);
  const allowances = allowancesOf(checker, list, 'restrict-assets?', 2, body.length);
  checker.expect(owner, scope, PRINCIPAL);
  for (const allowance of allowances) if (checkAllowance(checker, allowance, scope)) throw new StaticFailure('WithAllAllowanceNotAllowed');
  return checkBody(checker, body, scope);
}

function checkAsContract(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [list, ...body] = atLeast(args, 2);
  const allowances = allowancesOf(checker, list, 'as-contract?', 1, body.length);
  for (const allowance of allowances)
    if (checkAllowance(checker, allowance, scope) && allowances.length > 1) throw new StaticFailure('WithAllAllowanceNotAlone');
  return checkBody(checker, body, scope);
}

function allowancesOf(checker: TypeChecker, list: Expression, fn: string, position: number, statements: number): readonly Expression[] {
  if (list.type !== 'list') throw new StaticFailure('ExpectedListOfAllowances', fn, position);
  const count = list.items.length;
  if (count > MAX_ALLOWANCES) throw new StaticFailure('TooManyAllowances', MAX_ALLOWANCES, count);
  checker.costs.charge('AnalysisListItemsCheck', count + statements);
  return list.items;
}

/** Unlike in `begin`, the last statement must be no response either. */
function checkBody(checker: TypeChecker, body: readonly Expression[], scope: Scope): Type {
  let type: Type | undefined;
  for (const statement of body) {
    type = checker.check(statement, scope);
    if (type.kind === 'response') throw new StaticFailure('UncheckedIntermediaryResponses');
  }
  return responseType(type as Type, UINT);
}

/** Allowances stand only in the lists for them. */
function rejectAllowance(): never {
  throw new StaticFailure('AllowanceExprNotAllowed');
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/post_conditions.rs). */
export const ALLOWANCE_CHECKS = {
  'restrict-assets?': checkRestrictAssets,
  'as-contract?': checkAsContract,
  'with-stx': rejectAllowance,
  'with-ft': rejectAllowance,
  'with-nft': rejectAllowance,
  'with-stacking': rejectAllowance,
  'with-staking': rejectAllowance,
  'with-pox': rejectAllowance,
  'with-all-assets-unsafe': rejectAllowance,
} as const satisfies Record<string, NativeCheck>;
