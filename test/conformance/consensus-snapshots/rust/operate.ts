import { Ordered, type Rust, Text, textOf, unresolved } from './value.js';

/** Applies an operator of two values. */
export function operate(sign: string, left: Rust, right: Rust): Rust {
  const [a, b] = [comparable(left), comparable(right)];
  if (sign === '==') return a === b;
  if (sign === '!=') return a !== b;
  const text = textOf(left);
  if (sign === '+' && text !== undefined) return new Text(text + (textOf(right) ?? ''));
  return typeof a === 'bigint' && typeof b === 'bigint' ? ofNumbers(sign, a, b) : unresolved(sign);
}

function comparable(value: Rust): Rust {
  return value instanceof Ordered ? BigInt(value.order) : (textOf(value) ?? value);
}

function ofNumbers(sign: string, a: bigint, b: bigint): Rust {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      return unresolved(sign);
  }
}
