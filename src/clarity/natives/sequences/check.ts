import { orElse } from '../../analysis/or-else.js';
import { ArgumentProbe, applySignature, chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import { TypeFailure } from '../../failure.js';
import type { Expression } from '../../syntax/expression.js';
import { asciiType, bufferType, listType, optionalType, sizeOfType, utf8Type } from '../../types/construct.js';
import { leastSupertype, typeOfList } from '../../types/supertype.js';
import { BOOL, MAX_VALUE_SIZE, OptionalType, type Type, UINT } from '../../types/type.js';
import { atLeast, exactly, nameOf } from '../arguments.js';
import { isSequence, lengthOf, type SequenceType, sequenceOf, unitOf } from './sequence-type.js';

const MAX_U32 = 2n ** 32n - 1n;

/** Items are charged when all were visited; then it is reported if they are too large together. */
function checkList(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
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

function checkAppend(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [list, item] = exactly(args, 2);
  checker.costs.charge('AnalysisIterableFunc', 0);
  const type = checker.check(list, scope);
  if (type.kind !== 'list') throw new StaticFailure('ExpectedListApplication');
  const added = checker.check(item, scope);
  chargeTypeCheck(checker.costs, type.entry, added);
  return listType(leastSupertype(type.entry, added), type.maxLength + 1);
}

/** From Clarity 6 on, there can be more than two. */
function checkConcat(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
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
function checkAsMaxLength(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
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

const LONGEST = 2 ** 32 - 1;

/** The result is as long as the shortest sequence. */
function checkMap(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, ...sequences] = atLeast(args, 2);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', args.length);
  const probe = new ArgumentProbe(signature, checker.costs);
  let length = LONGEST;
  for (const expression of sequences) {
    const sequence = sequenceOf(checker.check(expression, scope));
    length = Math.min(length, lengthOf(sequence));
    probe.add(unitOf(sequence));
  }
  const type = probe.finish(sequences.length, checker.version);
  return orElse(() => listType(type, length), 'ConstructedListTooLarge');
}

function checkFilter(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, expression] = exactly(args, 2);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', 0);
  const sequence = sequenceOf(checker.check(expression, scope));
  const type = applySignature(signature, [unitOf(sequence)], checker.costs, checker.version);
  if (type.kind !== 'bool') throw new StaticFailure('TypeError', BOOL, type);
  return sequence;
}

/** The function must take the initial value, and also what it returns: it is tested with both. */
function checkFold(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, expression, initial] = exactly(args, 3);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', 0);
  const unit = unitOf(sequenceOf(checker.check(expression, scope)));
  const start = checker.check(initial, scope);
  const type = applySignature(signature, [unit, start], checker.costs, checker.version);
  return applySignature(signature, [unit, type], checker.costs, checker.version);
}

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
