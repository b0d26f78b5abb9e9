import { InternalFailure } from '../failure.js';
import type { PrincipalValue, TupleValue, Value } from '../values/value.js';

/**
 * Returns what a function of a PoX contract answered, or undefined if it failed (`parse_pox_stacking_result`, pox-locking/src/pox_2.rs).
 * @throws InternalFailure if it is not a response with a tuple
 */
export function answerOf(result: Value): TupleValue | undefined {
  if (result.kind !== 'response') throw new InternalFailure('a PoX contract answered without a response');
  if (!result.isOk) return undefined;
  if (result.value.kind !== 'tuple') throw new InternalFailure('a PoX contract answered without a tuple');
  return result.value;
}

/** @throws InternalFailure if the field is missing, or of another type */
export function principalField(answer: TupleValue, name: string): PrincipalValue {
  const value = answer.field(name);
  if (value?.kind !== 'principal') throw new InternalFailure(`a PoX contract answered without the principal '${name}'`);
  return value;
}

/** @throws InternalFailure if the field is missing, or of another type */
export function amountField(answer: TupleValue, name: string): bigint {
  const value = answer.field(name);
  if (value?.kind !== 'uint') throw new InternalFailure(`a PoX contract answered without the number '${name}'`);
  return value.value;
}

/** Returns a burn height. @throws InternalFailure if it is missing, or exceeds 64 bits */
export function heightField(answer: TupleValue, name: string): number {
  const height = amountField(answer, name);
  if (height >= 2n ** 64n) throw new InternalFailure(`a PoX contract answered a height '${name}' of more than 64 bits`);
  return Number(height);
}
