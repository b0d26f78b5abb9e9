import { expect, test } from 'vitest';
import { renamePrincipals } from '#dist/project/source/rename-principals.js';

const FROM = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const rename = (principal: string): string => principal.replace(FROM, 'X');

test('default: principals are renamed, wherever they are; texts, comments and own contracts stay', () => {
  const source = `;; '${FROM}.a 😀
(use-trait t '${FROM}.traits.t)
(define-constant NOTE "'${FROM}.a")\t(print {a:'${FROM},b: .own})
(contract-call? '${FROM}.token-2 f u"\\u{1F600}") ;; '${FROM}`;
  expect(renamePrincipals(source, rename)).toBe(`;; '${FROM}.a 😀
(use-trait t 'X.traits.t)
(define-constant NOTE "'${FROM}.a")\t(print {a:'X,b: .own})
(contract-call? 'X.token-2 f u"\\u{1F600}") ;; '${FROM}`);
});

test.each(['', '(', `"'${FROM}`, `(f '${FROM}x '${FROM}.`, ')) {a'])('error: %j stays as it is, as far as it cannot be read', (source) => {
  expect(renamePrincipals(source, rename)).toBe(source);
});
