import { expect, test } from 'vitest';
import { createAnalyser } from '#dist/tools/mutation/analyser.js';

const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const base = '(define-public (pay (n uint)) (if (> n u0) (ok n) (err u1)))';
const caller = `(define-public (twice (n uint)) (ok (* u2 (try! (contract-call? .base pay n)))))`;
const contract = (name: string, source: string) => ({
  contract: `${deployer}.${name}`,
  source,
  clarityVersion: 4 as const,
  epoch: '4.0' as const,
  file: `${name}.clar`,
});
const analyser = await createAnalyser([contract('base', base), contract('caller', caller)], '4.0');

test('default: a change that a node would deploy is valid', () => {
  expect(analyser.isValid('base.clar', base.replace('>', '>='))).toBe(true);
  expect(analyser.isValid('caller.clar', caller.replace('*', '+'))).toBe(true);
});

test('behavior: a change with another type is not', () => {
  expect(analyser.isValid('base.clar', base.replace('(> n u0)', '(+ n u0)'))).toBe(false);
});

test('behavior: a change that makes a caller invalid is not', () => {
  expect(analyser.isValid('base.clar', base.replace('(ok n)', '(ok true)'))).toBe(false);
  expect(analyser.isValid('base.clar', base.replace('(err u1)', '(err u2)'))).toBe(true);
});

test('error: a file that is not valid without a change', async () => {
  const broken = await createAnalyser([contract('base', '(define-constant a u1)\n(define-constant b (+ a true))')], '4.0');
  const message = "base.clar:2 is not a valid contract without a mutant: expecting expression of type 'uint', found 'bool'";
  expect(() => broken.parse('base.clar')).toThrow(
    expect.objectContaining({ message, excerpt: expect.stringContaining('(define-constant b (+ a true))') }),
  );
});
