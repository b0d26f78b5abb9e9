import { expect, test } from 'vitest';
import { parseClarity, serializedHex } from '#dist/clarity/values.js';
import { call, DEPLOYER, deploy, shown, testChain } from './support.js';

const TRAITS = '(define-trait counter ((count (uint) (response uint uint))))';
const SMALL = '(define-public (count (n uint)) (ok n))';
const USER = `
  (use-trait T '${DEPLOYER}.traits.counter)
  (define-public (whole (it <T>)) (ok true))
  (define-public (maybe (it (optional <T>))) (ok true))
  (define-public (listed (it (list 2 <T>))) (ok true))
  (define-public (names (it (list 4 (string-ascii 4)))) (ok true))`;

/** Deploys the contract in a version of Clarity, and returns what the mempool and a block say about a call. */
async function userOf(clarityVersion: number) {
  const chain = await testChain();
  const contracts = [deploy('traits', TRAITS, { clarityVersion: 2 }), deploy('small', SMALL), deploy('user', USER, { clarityVersion })];
  for (const contract of contracts) chain.mineOk(contract);
  return async (fn: string, literal: string) => {
    const value = parseClarity(literal, DEPLOYER);
    const refusal = await chain.view.callError(`${DEPLOYER}.user`, fn, [value]);
    const result = chain.mine(call('user', fn, [serializedHex(value)]));
    return { refusal, result: shown(result) };
  };
}

test.each([
  ['whole', '.small'],
  ['maybe', 'none'],
  ['listed', '(list)'],
  ['names', '(list "a" "abcd")'],
])('behavior: Clarity 1 accepts (%s %s) in the mempool and in a block', async (fn, literal) => {
  const ask = await userOf(1);
  expect(await ask(fn, literal)).toMatchObject({ refusal: undefined, result: { status: 'success' } });
});

test.each([
  ['maybe', '(some .small)', 'TypeError(OptionalType(CallableType('],
  ['listed', '(list .small)', 'TypeError(SequenceType(ListType('],
  ['names', '(list "a" "abcde")', 'TypeError(SequenceType(ListType('],
])('behavior: Clarity 1 refuses (%s %s) in the mempool and in a block', async (fn, literal, message) => {
  const ask = await userOf(1);
  const { refusal, result } = await ask(fn, literal);
  expect(refusal).toMatchObject({ reason: 'BadFunctionArgument', data: { message: expect.stringContaining(message) } });
  expect(result).toMatchObject({ status: 'abort_by_response' });
});

test.each([
  ['whole', '.small'],
  ['maybe', '(some .small)'],
  ['listed', '(list .small)'],
])('behavior: Clarity 2 accepts (%s %s) in the mempool and in a block', async (fn, literal) => {
  const ask = await userOf(2);
  expect(await ask(fn, literal)).toMatchObject({ refusal: undefined, result: { status: 'success' } });
});
