import { orElse } from '../../analysis/or-else.js';
import { ArgumentProbe, applySignature } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { listType } from '../../types/construct.js';
import { BOOL, type Type } from '../../types/type.js';
import { atLeast, exactly, nameOf } from '../arguments.js';
import { lengthOf, sequenceOf, unitOf } from './sequence-type.js';

const MAX_U32 = 2 ** 32 - 1;

/** The result is as long as the shortest sequence. */
export function checkMap(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, ...sequences] = atLeast(args, 2);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', args.length);
  const probe = new ArgumentProbe(signature, checker.costs);
  let length = MAX_U32;
  for (const expression of sequences) {
    const sequence = sequenceOf(checker.check(expression, scope));
    length = Math.min(length, lengthOf(sequence));
    probe.add(unitOf(sequence));
  }
  const type = probe.finish(sequences.length, checker.version);
  return orElse(() => listType(type, length), 'ConstructedListTooLarge');
}

export function checkFilter(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, expression] = exactly(args, 2);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', 0);
  const sequence = sequenceOf(checker.check(expression, scope));
  const type = applySignature(signature, [unitOf(sequence)], checker.costs, checker.version);
  if (type.kind !== 'bool') throw new StaticFailure('TypeError', BOOL, type);
  return sequence;
}

/** The function must take the initial value, and also what it returns: it is tested with both. */
export function checkFold(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, expression, initial] = exactly(args, 3);
  const signature = checker.signatureOf(nameOf(name, 'NonFunctionApplication'));
  checker.costs.charge('AnalysisIterableFunc', 0);
  const unit = unitOf(sequenceOf(checker.check(expression, scope)));
  const start = checker.check(initial, scope);
  const type = applySignature(signature, [unit, start], checker.costs, checker.version);
  return applySignature(signature, [unit, type], checker.costs, checker.version);
}
