import { expect, test } from 'vitest';
import { callError, deployError, executionError, isOverBudget, readCause, vmErrorText } from '#dist/node/stacks/vm/execution/vm-error.js';

const CALL = { contract: 'ST.c', fn: 'f' };
const failed = (debug: string) =>
  `Call contract function error: .c::f(u1) -> Error calling contract function 'f': Runtime error while interpreting ST.c: ${debug}`;

test.each([
  [
    'Runtime(DivisionByZero, Some([FunctionIdentifier { identifier: "ST.c:f" }, FunctionIdentifier { identifier: "_native_:native_div" }]))',
    'DivisionByZero',
  ],
  ['Runtime(UnwrapFailure, None)', 'UnwrapFailure'],
  ['Runtime(Arithmetic("sqrti must be passed a positive integer"), Some([]))', 'Arithmetic("sqrti must be passed a positive integer")'],
  ['RuntimeCheck(IncorrectArgumentCount(1, 0))', 'IncorrectArgumentCount(1, 0)'],
  ['EarlyReturn(UnwrapFailed(Int(1)))', 'EarlyReturn(UnwrapFailed(Int(1)))'],
  ['Internal(Expect("no"))', 'Internal(Expect("no"))'],
])('default: the text of %s', (debug, text) => {
  expect(vmErrorText(callError(failed(debug), CALL, true))).toBe(text);
});

test('behavior: reads name the kind of what was checked at run time only', () => {
  expect(readCause({ kind: 'RuntimeCheck', detail: 'X(1)' })).toBe('RuntimeCheck(X(1))');
  expect(readCause({ kind: 'Runtime', detail: 'DivisionByZero' })).toBe('DivisionByZero');
});

test('behavior: missing contracts and functions', () => {
  expect(callError("… -> Contract 'ST.c' does not exist", CALL, false).detail).toBe('NoSuchContract("ST.c")');
  const missing = "… -> Method 'f' does not exist on contract 'ST.c'";
  expect(callError(missing, CALL, false).detail).toBe('UndefinedFunction("f")');
  expect(callError(missing, CALL, true).detail).toBe('NoSuchPublicFunction("ST.c", "f")');
});

test('behavior: what a block has no room for', () => {
  const error = executionError(failed('RuntimeCheck(CostBalanceExceeded(ExecutionCost { runtime: 5 }, ExecutionCost { runtime: 4 }))'));
  expect(error && isOverBudget(error)).toBe(true);
  expect(isOverBudget({ kind: 'Runtime', detail: 'CostBalanceExceeded' })).toBe(false);
});

test('behavior: deploys that fail before they run', () => {
  const failure = (sentence: string) => `Contract deployment runtime error: ST.c -> ${sentence}`;
  const found = (message: string, line: number) => ({ message, position: { line, column: 1 } });
  const text = (findings: string[], source = '') => deployError(failure(findings.at(-1) ?? ''), findings.map(found), source).vmError;
  expect(text(["use of unresolved function 'x'"])).toBe(":0:0: use of unresolved function 'x'");
  expect(text(["expected closing ')'", "to match this '('"])).toBe("expected closing ')'");
  expect(text(["unexpected ')'"])).toBe("unexpected ')'");
  expect(text(['expected a name argument to this function'])).toBe(':0:0: expected a name argument to this function');
  expect(text(['invalid buffer length, 3', 'expecting 2 arguments, got 1'])).toBe('invalid buffer length, 3');
  expect(text(['use of undeclared trait <t>'], '(use-trait t .a.t)')).toBe(':0:0: use of undeclared trait <t>');
  expect(text(['use of undeclared trait <t>'], '(impl-trait .a.t)')).toBe('use of undeclared trait <t>');
  expect(deployError(failure('last'), [found('first', 1), found('last', 2)], '').errorPosition).toEqual({ line: 1, column: 1 });
  const unknown = { vmError: ':0:0: no such version', errorPosition: undefined };
  expect(deployError(failure('no such version'), [found('something else', 1)], '')).toEqual(unknown);
});
