import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType } from '../../types/construct.js';
import { OptionalType, type Type, UINT } from '../../types/type.js';
import { exactly } from '../arguments.js';
import { checkAppend, checkAsMaxLength, checkConcat, checkList } from './check-constructors.js';
import { checkFilter, checkFold, checkMap } from './check-functions.js';
import { sequenceOf, unitOf } from './sequence-type.js';

const OPTIONAL_UINT = optionalType(UINT);

function checkLength(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression] = exactly(args, 1);
  const type = checker.check(expression, scope);
  checker.costs.charge('AnalysisIterableFunc', 0);
  sequenceOf(type);
  return UINT;
}

/** The index is visited first. */
function checkElementAt(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression, index] = exactly(args, 2);
  checker.expect(index, scope, UINT);
  const type = checker.check(expression, scope);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const sequence = sequenceOf(type);
  return sequence.kind === 'list' ? optionalType(sequence.entry) : new OptionalType(unitOf(sequence));
}

function checkIndexOf(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression, item] = exactly(args, 2);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const sequence = sequenceOf(checker.check(expression, scope));
  checker.expect(item, scope, unitOf(sequence));
  return OPTIONAL_UINT;
}

function checkSlice(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression, left, right] = exactly(args, 3);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const type = optionalType(sequenceOf(checker.check(expression, scope)));
  checker.expect(left, scope, UINT);
  checker.expect(right, scope, UINT);
  return type;
}

function checkReplaceAt(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression, index, item] = exactly(args, 3);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const sequence = sequenceOf(checker.check(expression, scope));
  checker.expect(index, scope, UINT);
  checker.expect(item, scope, unitOf(sequence));
  return optionalType(sequence);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/sequences.rs). */
export const SEQUENCE_CHECKS = {
  list: checkList,
  append: checkAppend,
  concat: checkConcat,
  'as-max-len?': checkAsMaxLength,
  map: checkMap,
  filter: checkFilter,
  fold: checkFold,
  len: checkLength,
  'element-at': checkElementAt,
  'element-at?': checkElementAt,
  'index-of': checkIndexOf,
  'index-of?': checkIndexOf,
  'slice?': checkSlice,
  'replace-at?': checkReplaceAt,
} as const satisfies Record<string, NativeCheck>;
