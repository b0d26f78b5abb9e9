import { StaticFailure } from '../../analysis/static-failure.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { ASCII_128, PRINCIPAL, UINT } from '../../types/type.js';
import { exactly } from '../arguments.js';
import { isNative } from '../native-names.js';

/** The most ids of an allowance. */
const MAX_IDS = 128;

/**
 * Checks an item of a list of allowances, and returns whether it allows everything
 * (`check_allowance`, clarity/src/vm/analysis/type_checker/v2_1/natives/post_conditions.rs).
 * @throws StaticFailure, TypeFailure, CostFailure
 */
export function checkAllowance(checker: TypeChecker, allowance: Expression, scope: Scope): boolean {
  if (allowance.type !== 'list' || allowance.items.length === 0) throw new StaticFailure('ExpectedListApplication');
  const [head, ...args] = allowance.items;
  if (head?.type !== 'atom') throw new StaticFailure('NonFunctionApplication');
  if (!isNative(head.name, checker.version)) throw new StaticFailure('ExpectedAllowanceExpr', head.name);
  switch (head.name) {
    case 'with-stx':
    case 'with-stacking':
    case 'with-staking':
      checker.expect(exactly(args, 1)[0], scope, UINT);
      return false;
    case 'with-ft': {
      const [contract, token, amount] = exactly(args, 3);
      checker.expect(contract, scope, PRINCIPAL);
      checker.expect(token, scope, ASCII_128);
      checker.expect(amount, scope, UINT);
      return false;
    }
    case 'with-nft': {
      const [contract, token, ids] = exactly(args, 3);
      checker.expect(contract, scope, PRINCIPAL);
      checker.expect(token, scope, ASCII_128);
      checkIds(checker, ids, scope);
      return false;
    }
    case 'with-pox':
      exactly(args, 0);
      return false;
    case 'with-all-assets-unsafe':
      exactly(args, 0);
      return true;
    default:
      throw new StaticFailure('ExpectedAllowanceExpr', head.name);
  }
}

function checkIds(checker: TypeChecker, ids: Expression, scope: Scope): void {
  const type = checker.check(ids, scope);
  if (type.kind !== 'list') throw new StaticFailure('WithNftExpectedListOfIdentifiers');
  if (type.maxLength > MAX_IDS) throw new StaticFailure('MaxIdentifierLengthExceeded', MAX_IDS, type.maxLength);
}
