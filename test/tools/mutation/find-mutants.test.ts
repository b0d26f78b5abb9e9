import { expect, test } from 'vitest';
import { createClarityVm } from '#dist/clarity/vm/create.js';
import { findMutants, type Mutant } from '#dist/tools/mutation/find-mutants.js';

const contract = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.vault';
const vm = createClarityVm();

function mutantsOf(source: string): Mutant[] {
  const parsed = vm.parse({ contract, source });
  expect(parsed.diagnostics).toEqual([]);
  return findMutants('vault.clar', source, parsed);
}

/** The changes of an expression in a function. */
function changes(body: string): string[] {
  return mutantsOf(`(define-private (f (x uint)) ${body})`).map(show);
}

function show({ operator, original, replacement }: Mutant): string {
  return `${operator}: ${original} → ${replacement}`;
}

test('behavior: names that every object has are names of a contract as any', () => {
  const source = '(define-private (constructor (x uint)) x)\n(define-private (f (valueOf uint)) (constructor valueOf))';
  expect(mutantsOf(source)).toEqual([]);
});

test.each([
  ['(< x y)', ['comparison: < → <=', 'comparison: < → >=']],
  ['(>= x y)', ['comparison: >= → >', 'comparison: >= → <']],
  ['(is-eq x y)', ['equality: (is-eq x y) → (not (is-eq x y))']],
  ['(+ x y)', ['arithmetic: + → -']],
  ['(pow x y)', ['arithmetic: pow → *']],
  ['(bit-shift-left x y)', ['arithmetic: bit-shift-left → bit-shift-right']],
  ['(and a b)', ['logic: and → or']],
  ['(not a)', ['negation: (not a) → a']],
  ['(is-some a)', ['presence: is-some → is-none']],
  ['(if a b c)', ['branches: (if a b c) → (if a c b)', 'condition: a → true', 'condition: a → false']],
  ['(asserts! a b)', ['check: a → true']],
  ['(try! a)', ['unwrap: try! → unwrap-panic']],
  ['(unwrap-panic a)', ['unwrap: unwrap-panic → try!']],
  ['(unwrap! a b)', ['unwrap: (unwrap! a b) → (unwrap-panic a)']],
  ['(map-set m a b)', ['effect: (map-set m a b) → true', 'map-write: map-set → map-insert']],
  ['(ft-mint? t a b)', ['effect: (ft-mint? t a b) → (ok true)']],
  ['(stx-transfer? n a b)', ['effect: (stx-transfer? n a b) → (ok true)', 'transfer: (stx-transfer? n a b) → (stx-transfer? n b a)']],
  ['(some a)', ['optional: (some a) → none']],
  ['stacks-block-height', ['height: stacks-block-height → burn-block-height']],
  ['(default-to u0 a)', ['constant: u0 → u1']],
  ['-7', ['constant: -7 → -6']],
  ['true', ['constant: true → false']],
  ['"text"', ['constant: "text" → ""']],
  ['{ a: u1, b: a }', ['constant: u1 → u2']],
])('default: %s', (body, expected) => {
  expect(changes(body).sort()).toEqual(expected.sort());
});

test.each([
  ['the opposite of a condition, which the branches have', '(if (is-eq a b) a b)', /equality/],
  ['the opposite of a check, which each test needs', '(asserts! (< a b) c)', />=/],
  ['what print shows', '(print { a: u1 })', /./],
  ['the length of a type', '(from-consensus-buff? (buff 20) a)', /./],
  ['a length that is part of a type', '(as-max-len? a u5)', /./],
  ['a sender outside of conditions', '(map-get? m tx-sender)', /./],
  ['a sender that is the contract', '(asserts! (as-contract (is-eq tx-sender a)) b)', /sender:/],
  ['an empty string', '""', /./],
  ['a buffer', '0x00', /./],
  ['a principal', "'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM", /./],
])('behavior: %s stays', (_, body, unwanted) => {
  expect(changes(body).filter((change) => unwanted.test(change))).toEqual([]);
});

test('behavior: types and names of definitions stay, their values change', () => {
  const source = `(define-map m uint (string-ascii 5))
(define-data-var v uint u1)
(define-constant c (err u2))
(define-trait t ((f (uint) (response bool uint))))
(define-public (g (a (buff 3))) (ok a))`;
  expect(mutantsOf(source).map(show)).toEqual(['constant: u1 → u2', 'constant: u2 → u3']);
});

test('behavior: an expression whose value is not used is removed once', () => {
  expect(changes('(begin (try! (stx-burn? x tx-sender)) (print a) (asserts! a b) (var-set v x))')).toEqual([
    'effect: (try! (stx-burn? x tx-sender)) → true',
    'unwrap: try! → unwrap-panic',
    'effect: (print a) → true',
    'check: a → true',
    'effect: (var-set v x) → true',
  ]);
});

test('behavior: a sender in a check changes', () => {
  expect(changes('(asserts! (is-eq owner tx-sender) b)')).toContain('sender: tx-sender → contract-caller');
});

test('behavior: a mutant has its place, its line and the whole source', () => {
  const source = '(define-constant a true)\n(define-private (f (x uint))\n\t(+ x u1))\n';
  const [, plus] = mutantsOf(source);
  expect(plus).toMatchObject({ file: 'vault.clar', line: '\t(+ x u1))', isSilenced: false });
  expect(plus?.span).toEqual({ startLine: 3, startColumn: 3, endLine: 3, endColumn: 3 });
  expect(plus?.source).toBe(source.replace('+', '-'));
});

test('behavior: mutate-ignore behind code silences its line, and alone on a line the next expression', () => {
  const source = `(define-private (f (x uint))
  (begin
    (var-set a u1) ;; mutate-ignore: the value is never read
    ;; mutate-ignore
    (if (> x u2)
      u3
      u4)
    ;; mutate-ignored is another word
    u5))
;; mutate-ignore
(define-constant b u6)
(define-constant c u7)`;
  const silenced = mutantsOf(source).filter(({ isSilenced }) => isSilenced);
  const others = mutantsOf(source).filter(({ isSilenced }) => !isSilenced);
  expect([...new Set(silenced.map(({ span }) => span.startLine))]).toEqual([3, 5, 6, 7, 11]);
  expect(others.map(({ original }) => original)).toEqual(['u5', 'u7']);
});
