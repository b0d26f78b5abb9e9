import { chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import { TypeFailure } from '../../failure.js';
import type { Expression } from '../../syntax/expression.js';
import { asciiType, bufferType, listType, sizeOfType, utf8Type } from '../../types/construct.js';
import { leastSupertype, typeOfList } from '../../types/supertype.js';
import { MAX_VALUE_SIZE, OptionalType, type Type, UINT } from '../../types/type.js';
import { atLeast, exactly } from '../arguments.js';
import { isSequence, type SequenceType, sequenceOf } from './sequence-type.js';

const MAX_U32 = 2n ** 32n - 1n;

/** Items are charged when all were visited; then it is reported if they are too large together. */
export function checkList(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const types: Type[] = [];
  let size = 0;
  for (const arg of args) {
    const type = checker.check(arg, scope);
    types.push(type);
    if (size <= MAX_VALUE_SIZE) size += sizeOfType(type);
  }
  for (const { typeSize } of types) {
    if (typeSize === Number.POSITIVE_INFINITY) throw new TypeFailure('ValueTooLarge');
    checker.costs.charge('AnalysisListItemsCheck', typeSize);
  }
  if (size > MAX_VALUE_SIZE) throw new StaticFailure('ValueTooLarge');
  return typeOfList(types);
}

export function checkAppend(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [list, item] = exactly(args, 2);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const type = checker.check(list, scope);
  if (type.kind !== 'list') throw new StaticFailure('ExpectedListApplication');
  const added = checker.check(item, scope);
  chargeTypeCheck(checker.costs, type.entry, added);
  return listType(leastSupertype(type.entry, added), type.maxLength + 1);
}

/** From Clarity 6 on, there can be more than two. */
export function checkConcat(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  if (checker.version < 6) exactly(args, 2);
  const [first, second, ...others] = atLeast(args, 2);
  const a = checker.check(first, scope);
  const b = checker.check(second, scope);
  checker.costs.charge('AnalysisIterableFunc', 0);
  let type = join(checker, a, b);
  for (const other of others) type = join(checker, type, checker.check(other, scope));
  return type;
}

function join(checker: TypeChecker, a: Type, b: Type): Type {
  chargeTypeCheck(checker.costs, a, b);
  if (!isSequence(a) || !isSequence(b)) throw new StaticFailure('ExpectedSequence', a);
  if (a.kind === 'list' && b.kind === 'list') {
    const entry = leastSupertype(a.entry, b.entry);
    const length = a.maxLength + b.maxLength;
    if (length > MAX_U32) throw new StaticFailure('MaxLengthOverflow');
    return listType(entry, length);
  }
  if (a.kind !== b.kind || a.kind === 'list' || b.kind === 'list') throw new StaticFailure('TypeError', a, b);
  return withLength(a, a.length + b.length);
}

/** The length must be a literal: it is part of the type. */
export function checkAsMaxLength(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [expression, length] = exactly(args, 2);
  if (length.type !== 'literal' || length.value.kind !== 'uint') throw new StaticFailure('TypeError', UINT, checker.check(length, scope));
  checker.costs.charge('AnalysisTypeAnnotate', UINT.typeSize);
  checker.note(length, UINT);
  if (length.value.value > MAX_U32) throw new StaticFailure('MaxLengthOverflow');
  const type = checker.check(expression, scope);
  checker.costs.charge('AnalysisIterableFunc', 0);
  return new OptionalType(withLength(sequenceOf(type), Number(length.value.value)));
}

function withLength(sequence: SequenceType, length: number): SequenceType {
  switch (sequence.kind) {
    case 'list':
      return listType(sequence.entry, length);
    case 'buffer':
      return bufferType(length);
    case 'ascii':
      return asciiType(length);
    case 'utf8':
      return utf8Type(length);
  }
}
