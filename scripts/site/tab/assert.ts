import { inspect } from './inspect.js';

/** What examples use of `node:assert/strict`. */
class AssertionError extends Error {
  override name = 'AssertionError';
}

function check(isRight: boolean, message: string | undefined, what: () => string): void {
  if (!isRight) throw new AssertionError(message ?? what());
}

function ok(value: unknown, message?: string): void {
  check(Boolean(value), message, () => `expected a truthy value, received ${inspect(value)}`);
}

const assert = Object.assign(ok, {
  ok,
  equal: (actual: unknown, expected: unknown, message?: string) =>
    check(Object.is(actual, expected), message, () => `expected ${inspect(expected)}, received ${inspect(actual)}`),
  notEqual: (actual: unknown, expected: unknown, message?: string) =>
    check(!Object.is(actual, expected), message, () => `expected another value than ${inspect(expected)}`),
  deepEqual: (actual: unknown, expected: unknown, message?: string) =>
    check(isDeepEqual(actual, expected), message, () => `expected ${inspect(expected)}, received ${inspect(actual)}`),
  match: (actual: string, pattern: RegExp, message?: string) =>
    check(pattern.test(actual), message, () => `expected text that matches ${pattern}, received ${inspect(actual)}`),
});
export default assert;

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && isDeepEqual(value, right.get(key)));
}
