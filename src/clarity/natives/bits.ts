import type { Signature } from '../analysis/signature.js';
import { CheckFailure } from '../failure.js';
import { displayType } from '../types/display.js';
import { UINT } from '../types/type.js';
import { errorText } from '../values/debug.js';
import { typeOf } from '../values/type-of.js';
import { IntValue, UIntValue, type Value } from '../values/value.js';
import { integersOf, isInteger, notInteger } from './arithmetic.js';
import { binary, native, unary } from './native.js';

/** Operations on the bits of integers (clarity/src/vm/functions/arithmetic.rs). */

const MASK = 2n ** 128n - 1n;

/** Makes an integer of the kind of another one, from its lowest 128 bits. */
function like(value: Value, bits: bigint): Value {
  return value.kind === 'int' ? new IntValue(BigInt.asIntN(128, bits)) : new UIntValue(BigInt.asUintN(128, bits));
}

function combine(operation: (a: bigint, b: bigint) => bigint): (values: readonly Value[]) => Value {
  return (values) => like(values[0] as Value, integersOf(values).numbers.reduce(operation));
}

/** The amount counts modulo 128. */
function shift(operation: (value: bigint, amount: bigint) => bigint): (value: Value, amount: Value) => Value {
  return (value, amount) => {
    if (amount.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(amount));
    if (!isInteger(value)) throw new CheckFailure('Unreachable', `Union type error ${displayType(typeOf(value))}`);
    return like(value, operation(value.value, amount.value & 127n));
  };
}

export const bits = {
  xor: binary('Xor', (a, b) => {
    if (!isInteger(a) || !isInteger(b) || a.kind !== b.kind) throw notInteger(a);
    return like(a, a.value ^ b.value);
  }),
  'bit-xor': native(
    { cost: 'Xor' },
    combine((a, b) => a ^ b),
  ),
  'bit-and': native(
    { cost: 'BitwiseAnd' },
    combine((a, b) => a & b),
  ),
  'bit-or': native(
    { cost: 'BitwiseOr' },
    combine((a, b) => a | b),
  ),
  'bit-not': unary('BitwiseNot', (value) => {
    if (!isInteger(value)) throw notInteger(value);
    return like(value, value.value ^ MASK);
  }),
  'bit-shift-left': binary(
    'BitwiseLShift',
    shift((value, amount) => value << amount),
  ),
  'bit-shift-right': binary(
    'BitwiseRShift',
    shift((value, amount) => value >> amount),
  ),
};

const ANY: Signature = { kind: 'arithmetic', count: 'any' };
const SHIFT: Signature = { kind: 'shift' };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BITS_CHECKS = {
  xor: { kind: 'arithmetic', count: 2 },
  'bit-and': ANY,
  'bit-or': ANY,
  'bit-xor': ANY,
  'bit-not': { kind: 'arithmetic', count: 1 },
  'bit-shift-left': SHIFT,
  'bit-shift-right': SHIFT,
} as const satisfies Record<string, Signature>;
