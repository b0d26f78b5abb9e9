import type { Signature } from '../analysis/signature.js';
import { CheckFailure, RuntimeFailure } from '../failure.js';
import { INT, UINT } from '../types/type.js';
import { errorText } from '../values/debug.js';
import { IntValue, UIntValue, type Value } from '../values/value.js';
import { binary, type CompileNative, unary } from './native.js';

/** Arithmetic (clarity/src/vm/functions/arithmetic.rs): both operands are `int`, or both `uint`; what does not fit into 128 bits fails. */

const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;
const MIN_INT = -(2n ** 127n);
const MAX_U32 = 2n ** 32n - 1n;

type Kind = 'int' | 'uint';
type Integer = IntValue | UIntValue;

/** Returns a value of a kind. @throws RuntimeFailure the given one for what does not fit */
function integer(kind: Kind, value: bigint, failure: 'ArithmeticOverflow' | 'ArithmeticUnderflow'): Integer {
  if (kind === 'uint') {
    if (value < 0n || value > MAX_UINT) throw new RuntimeFailure(failure);
    return new UIntValue(value);
  }
  if (value < MIN_INT || value > MAX_INT) throw new RuntimeFailure(failure);
  return new IntValue(value);
}

/** @throws CheckFailure UnionTypeValueError */
export function isInteger(value: Value): value is Integer {
  return value.kind === 'int' || value.kind === 'uint';
}

export function notInteger(value: Value): CheckFailure {
  return new CheckFailure('UnionTypeValueError', [INT, UINT], errorText(value));
}

/** Returns the values of two integers of one kind (`type_force_binary_arithmetic!`). */
function pair(a: Value, b: Value): Kind {
  if (!isInteger(a) || a.kind !== b.kind) throw notInteger(a);
  return a.kind;
}

/** Returns the numbers of integers of one kind (`type_force_variadic_arithmetic!`). */
export function integersOf(values: readonly Value[]): { kind: Kind; numbers: bigint[] } {
  const [first] = values;
  if (first === undefined) throw new CheckFailure('IncorrectArgumentCount', 1, 0);
  if (!isInteger(first)) throw notInteger(first);
  const numbers = values.map((value) => {
    if (value.kind !== first.kind) throw new CheckFailure('TypeValueError', first.kind === 'int' ? INT : UINT, errorText(value));
    return (value as Integer).value;
  });
  return { kind: first.kind, numbers };
}

type Step = (kind: Kind, sum: bigint, next: bigint) => Integer;

/** A function that combines any number of integers, from left to right. */
function variadic(name: 'Add' | 'Sub' | 'Mul' | 'Div', step: Step, alone: (kind: Kind, value: bigint) => Integer): CompileNative {
  return binary(
    name,
    (a, b) => {
      if (!isInteger(a)) throw notInteger(a);
      if (b.kind !== a.kind) throw new CheckFailure('TypeValueError', a.kind === 'int' ? INT : UINT, errorText(b));
      return step(a.kind, a.value, (b as Integer).value);
    },
    (values) => {
      const { kind, numbers } = integersOf(values);
      const [first, ...rest] = numbers as [bigint, ...bigint[]];
      if (rest.length === 0) return alone(kind, first);
      return rest.reduce<Integer>((sum, next) => step(kind, sum.value, next), kind === 'int' ? new IntValue(first) : new UIntValue(first));
    },
  );
}

const itself = (kind: Kind, value: bigint): Integer => (kind === 'int' ? new IntValue(value) : new UIntValue(value));

/** `checked_div` and `checked_rem` also refuse the lowest `int` by -1. */
function checkDivision(a: bigint, b: bigint): void {
  if (b === 0n || (b === -1n && a === MIN_INT)) throw new RuntimeFailure('DivisionByZero');
}

function power(kind: Kind, base: bigint, exponent: bigint): Integer {
  if (base === 0n && exponent === 0n) return itself(kind, 1n);
  if (base === 1n) return itself(kind, 1n);
  if (base === 0n) return itself(kind, 0n);
  if (exponent === 1n) return itself(kind, base);
  if (exponent < 0n || exponent > MAX_U32) throw new RuntimeFailure('Arithmetic', 'Power argument to (pow ...) must be a u32 integer');
  if (base === -1n) return itself(kind, exponent % 2n === 0n ? 1n : -1n);
  // Two to the power of 128 is too large, so that larger exponents need not be computed.
  if (exponent > 128n) throw new RuntimeFailure('ArithmeticOverflow');
  return integer(kind, base ** exponent, 'ArithmeticOverflow');
}

/** Returns the largest integer whose square is not above n. */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << (BigInt(n.toString(2).length + 1) / 2n);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export const arithmetic = {
  '+': variadic('Add', (kind, sum, next) => integer(kind, sum + next, 'ArithmeticOverflow'), itself),
  '-': variadic(
    'Sub',
    (kind, sum, next) => integer(kind, sum - next, 'ArithmeticUnderflow'),
    (kind, value) => integer(kind, -value, 'ArithmeticUnderflow'),
  ),
  '*': variadic('Mul', (kind, product, next) => integer(kind, product * next, 'ArithmeticOverflow'), itself),
  '/': variadic(
    'Div',
    (kind, a, b) => {
      checkDivision(a, b);
      return itself(kind, a / b);
    },
    itself,
  ),
  mod: binary('Mod', (a, b) => {
    const kind = pair(a, b);
    const [left, right] = [(a as Integer).value, (b as Integer).value];
    checkDivision(left, right);
    return itself(kind, left % right);
  }),
  pow: binary('Pow', (a, b) => power(pair(a, b), (a as Integer).value, (b as Integer).value)),
  sqrti: unary('Sqrti', (n) => {
    if (!isInteger(n)) throw notInteger(n);
    if (n.value < 0n) throw new RuntimeFailure('Arithmetic', 'sqrti must be passed a positive integer');
    return itself(n.kind, squareRoot(n.value));
  }),
  log2: unary('Log2', (n) => {
    if (!isInteger(n)) throw notInteger(n);
    if (n.value < 1n) throw new RuntimeFailure('Arithmetic', 'log2 must be passed a positive integer');
    return itself(n.kind, BigInt(n.value.toString(2).length - 1));
  }),
  'to-int': unary('IntCast', (value) => {
    if (value.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(value));
    return integer('int', value.value, 'ArithmeticOverflow');
  }),
  'to-uint': unary('IntCast', (value) => {
    if (value.kind !== 'int') throw new CheckFailure('TypeValueError', INT, errorText(value));
    return integer('uint', value.value, 'ArithmeticUnderflow');
  }),
};

const ANY: Signature = { kind: 'arithmetic', count: 'any' };
const TWO: Signature = { kind: 'arithmetic', count: 2 };
const ONE: Signature = { kind: 'arithmetic', count: 1 };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const ARITHMETIC_CHECKS = {
  '+': ANY,
  '-': ANY,
  '*': ANY,
  '/': ANY,
  mod: TWO,
  pow: TWO,
  sqrti: ONE,
  log2: ONE,
  'to-int': { kind: 'fixed', parameters: [UINT], returns: INT },
  'to-uint': { kind: 'fixed', parameters: [INT], returns: UINT },
} as const satisfies Record<string, Signature>;
