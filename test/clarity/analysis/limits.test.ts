import { expect, test } from 'vitest';
import { analyse } from '#dist/clarity/analysis/analyse.js';
import { costsOf } from '#dist/clarity/costs/costs.js';
import { CostTracker, NO_LIMIT } from '#dist/clarity/costs/tracker.js';
import { type EpochName, epochOf } from '#dist/clarity/epoch.js';
import { CostFailure } from '#dist/clarity/failure.js';
import { parse } from '#dist/clarity/syntax/parse.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { check, DEPLOYER } from '../check.js';

/** Returns what is wrong with a source, or undefined. */
function failureOf(source: string, epoch: EpochName = '4.0', version: ClarityVersion = 6): string | undefined {
  return check(source, { epoch, version }).failure?.message;
}

function parameters(count: number): string {
  return Array.from({ length: count }, (_, index) => `(p${index} int)`).join(' ');
}

test('a function has 256 parameters from epoch 3.3 on', () => {
  expect(failureOf(`(define-private (f ${parameters(256)}) 1)`)).toBeUndefined();
  const source = `(define-private (f ${parameters(257)}) 1)`;
  expect(failureOf(source)).toBe('too many function parameters specified: found 257, the maximum is 256');
  expect(failureOf(source, '3.2', 3)).toBeUndefined();
});

test('a trait has 256 methods, with 256 parameters each, from epoch 3.3 on', () => {
  const methods = (count: number) => Array.from({ length: count }, (_, index) => `(m${index} () (response bool bool))`).join(' ');
  expect(failureOf(`(define-trait t (${methods(256)}))`)).toBeUndefined();
  expect(failureOf(`(define-trait t (${methods(257)}))`)).toBe('too many trait methods specified: found 257, the maximum is 256');
  expect(failureOf(`(define-trait t (${methods(257)}))`, '3.2', 3)).toBeUndefined();
  const wide = `(define-trait t ((m (${'int '.repeat(257)}) (response bool bool))))`;
  expect(failureOf(wide)).toBe('too many function parameters specified: found 257, the maximum is 256');
  expect(failureOf(wide, '3.2', 3)).toBeUndefined();
});

test('types are 32 deep', () => {
  const nested = (depth: number) => `(define-private (f (a ${'(optional '.repeat(depth - 1)}int${')'.repeat(depth - 1)})) a)`;
  expect(failureOf(nested(32))).toBeUndefined();
  expect(failureOf(nested(33))).toBe('created a type which was deeper than maximum allowed type depth');
  expect(failureOf(nested(32).replace(' a)', ' (some a))'))).toBe('created a type which was deeper than maximum allowed type depth');
});

test('values have a megabyte', () => {
  const ofType = (type: string) => failureOf(`(define-private (f (a ${type})) a)`);
  const tooLarge = 'created a type which was greater than maximum allowed value size';
  expect(ofType('(buff 1048576)')).toBeUndefined();
  expect(ofType('(buff 1048577)')).toBe(tooLarge);
  expect(ofType('(string-utf8 262144)')).toBeUndefined();
  expect(ofType('(string-utf8 262145)')).toBe(tooLarge);
  expect(ofType('(optional (buff 1048571))')).toBeUndefined();
  expect(ofType('(optional (buff 1048572))')).toBe(tooLarge);
  expect(ofType('(list 65535 int)')).toBeUndefined();
  expect(ofType('(list 65536 int)')).toBe(tooLarge);
  expect(ofType('(buff -1)')).toBe('created a type which value size was out of defined bounds');
});

test('a supertype that is too large aborts from epoch 3.4 on; before, it makes the transaction invalid', () => {
  const source = '(define-private (f (a (list 60000 (list 2 bool))) (b (list 3 (list 30 bool)))) (list a b))';
  for (const [epoch, rejects] of [
    ['3.3', true],
    ['3.4', false],
    ['4.0', false],
  ] as const) {
    const { failure } = check(source, { epoch, version: 4 });
    expect(failure?.name).toBe('SupertypeTooLarge');
    expect(failure?.rejectsIn(epochOf(epoch))).toBe(rejects);
  }
});

test('an expression has 128 allowances, and a list of ids 128 entries', () => {
  const allowing = (count: number) => failureOf(`(as-contract? (${'(with-stx u1) '.repeat(count)}) 1)`);
  expect(allowing(128)).toBeUndefined();
  expect(allowing(129)).toBe('too many allowances specified, the maximum is 128, found 129');
  const ids = (count: number) => failureOf(`(as-contract? ((with-nft .a "t" (list ${'1 '.repeat(count)}))) 1)`);
  expect(ids(128)).toBeUndefined();
  expect(ids(129)).toBe('with-nft allowance identifiers list must not exceed 128 elements, got 129');
});

test('natives are nested 161 times in the read-only pass, which rejects', () => {
  const mapping = (count: number) => check(`(${'map '.repeat(count)}+ (list 1))`).failure;
  expect(mapping(159)?.name).toBe('IllegalOrUnknownFunctionApplication');
  expect(mapping(160)?.name).toBe('ReadOnlyCheckerRecursionLimitExceeded');
  expect(mapping(160)?.rejectsIn(epochOf('4.0'))).toBe(true);
});

test('a limit of cost or memory ends the analysis where it is exceeded', () => {
  const source = '(define-private (f (a int)) (+ a 1)) (define-private (g) (f 1))';
  const run = (options: ConstructorParameters<typeof CostTracker>[1]) => {
    const epoch = epochOf('4.0');
    const costs = new CostTracker(costsOf(epoch), options);
    const contract = `${DEPLOYER}.contract`;
    const expressions = parse(source, contract, { version: 6, epoch, costs });
    analyse(expressions, { contract, version: 6, epoch, costs, contracts: () => undefined });
    return costs;
  };
  const { runtime, memory } = run({});
  expect(run({ limit: { ...NO_LIMIT, runtime } }).runtime).toBe(runtime);
  expect(() => run({ limit: { ...NO_LIMIT, runtime: runtime - 1 } })).toThrow(CostFailure);
  expect(() => run({ limit: { ...NO_LIMIT, writeLength: 5 } })).toThrow(/^CostBalanceExceeded/);
  expect(() => run({ memoryLimit: memory - 1 })).toThrow(/^MemoryBalanceExceeded/);
});

test('memory is counted from epoch 2.5 on: names and types of definitions stay, those of bindings go', () => {
  const source = '(define-constant abc 1) (define-private (fn (x uint)) (let ((y x)) (match (some y) z z y)))';
  expect(check(source, { epoch: '2.4', version: 2 }).costs.memory).toBe(0);
  // abc and int; fn, uint and uint
  expect(check(source, { epoch: '2.5', version: 2 }).costs.memory).toBe(3 + 1 + 2 + 2);
});
