import { expect, test } from 'vitest';
import { call, sessionWith } from '../run.js';

test('before epoch 4.0, merge makes tuples that are larger than any value: they have no size', () => {
  const bindings = Array.from({ length: 15 }, (_, at) => `(b${at + 1} (concat b${at} b${at}))`).join(' ');
  const source = `(define-private (large) (let ((b0 0x00112233445566778899aabbccddeeff) ${bindings}) b15))
(define-public (bind) (let ((big (large))) (let ((m (merge { a: big } { b: big }))) (ok true))))
(define-public (drop) (let ((big (large))) (merge { a: big } { b: big }) (ok true)))`;
  const old = sessionWith({ epoch: '3.4', contracts: { merging: source } });
  expect(call(old, 'merging', 'bind')).toBe('rejected: Internal(Expect("Interpreter failure during cost calculation"))');
  expect(call(old, 'merging', 'drop')).toBe('(ok true)');
});
