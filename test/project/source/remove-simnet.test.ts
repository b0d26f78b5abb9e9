import { expect, test } from 'vitest';
import { removeSimnet } from '#dist/project/source/remove-simnet.js';

const FUNCTION = '(define-public (f)\n  (ok true))';

test('default: an expression after the annotation becomes empty lines', () => {
  expect(removeSimnet(`(a)\n;; #[env(simnet)]\n${FUNCTION}\n(b)\n`)).toBe('(a)\n\n\n\n(b)\n');
});

test('behavior: comments between the annotation and the expression go, too', () => {
  expect(removeSimnet(`;; #[env(simnet)]\n;; more\n\n${FUNCTION} ;; end\n(b)\n`)).toBe('\n\n\n\n\n(b)\n');
});

test('behavior: an expression within another', () => {
  expect(removeSimnet('(begin\n  ;; #[ env(simnet) ]\n  (print "(")\n  (ok true))\n')).toBe('(begin\n\n\n  (ok true))\n');
});

test('behavior: a source without a line break at its end gets one, as from Clarinet', () => {
  expect(removeSimnet(';; #[env(simnet)]\n(a)\n(b)')).toBe('\n\n(b)\n');
});

test.each([
  ['no annotation', '(a)\r\n(b)'],
  ['a comment behind code', '(a) ;; #[env(simnet)]\n(b)\n'],
  ['a comment without a hash', ';; [env(simnet)]\n(b)\n'],
  ['a comment with more words', ';; see #[env(simnet)]\n(b)\n'],
  ['a text', '(print "#[env(simnet)]")\n(b)\n'],
  ['nothing after it', '(a\n;; #[env(simnet)]\n)'],
])('behavior: %s leaves the source as it is', (_, source) => {
  expect(removeSimnet(source)).toBe(source);
});
