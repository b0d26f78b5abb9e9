import { expect, test } from 'vitest';
import { createReferences } from '#dist/project/source/references.js';

const OWN = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';

function referencesOf(source: string, others: Record<string, string> = {}) {
  const references = createReferences();
  references.add(`${OWN}.self`, source);
  for (const [contract, other] of Object.entries(others)) references.add(contract.replace(/^\./, `${OWN}.`), other);
  return references.of(`${OWN}.self`);
}

/** Needed contracts, and those that are only named, in the order of the source. */
function references(source: string, others?: Record<string, string>): { needed: string[]; named: string[] } {
  const all = referencesOf(source, others).map(({ contract, ...rest }) => ({ ...rest, contract: contract.replace(`${OWN}.`, '.') }));
  const names = (isNeeded: boolean) => all.filter((one) => one.isNeeded === isNeeded).map(({ contract }) => contract);
  return { needed: names(true), named: names(false) };
}

test.each([
  ['a call', '(contract-call? .counter increment)', '.counter'],
  ['a call with space and a comment', '( contract-call?\n  ;; .not-this\n  .counter increment)', '.counter'],
  ['a call to another address', `(contract-call? '${OTHER}.token transfer)`, `${OTHER}.token`],
  ['a trait', '(use-trait t .traits.ft)', '.traits'],
  ['a trait of another address', `(impl-trait '${OTHER}.traits.ft)`, `${OTHER}.traits`],
  ['a constant that is called', '(define-constant C .counter) (contract-call? C increment)', '.counter'],
])('default: %s is needed', (_, source, contract) => {
  expect(references(source)).toEqual({ needed: [contract], named: [] });
});

test.each([
  ['a principal', '(define-data-var owner principal .vault)', '.vault'],
  ['a field of a tuple', '{a:.vault,b:u1}', '.vault'],
  ['an argument', `(contract-call? t deposit '${OTHER}.vault)`, `${OTHER}.vault`],
  ['a constant that is not called', '(define-constant C .vault)', '.vault'],
])('behavior: %s is only named', (_, source, contract) => {
  expect(references(source)).toEqual({ needed: [], named: [contract] });
});

test.each([
  ['a comment', ';; (contract-call? .counter increment)'],
  ['a text', '(print "(contract-call? .counter increment) \\" .more")'],
  ['a text in utf-8', '(print u"it is (contract-call? .counter f)")'],
  ['a trait that is passed', '(define-public (f (t <ft>)) (contract-call? t get-name))'],
  ['an account', `(stx-transfer? u1 tx-sender '${OTHER})`],
])('behavior: %s names no contract', (_, source) => {
  expect(references(source)).toEqual({ needed: [], named: [] });
});

test('behavior: a contract that is named and needed is needed, where it is needed', () => {
  const source = '(define-constant C .counter)\n(contract-call? .counter increment)';
  expect(referencesOf(source)).toEqual([{ contract: `${OWN}.counter`, offset: source.lastIndexOf('.counter'), isNeeded: true }]);
});

const TRAIT = '(define-trait coin ((give (uint <other>) (response uint uint))))';
const PUT = `${TRAIT} (define-private (put (n uint) (c <coin>)) (contract-call? c give n c))`;

test.each([
  ['an argument', '(put u1 .coin)'],
  ['an argument of another address', `(put u1 '${OTHER}.coin)`, `${OTHER}.coin`],
  ['a constant', '(define-constant COIN .coin) (put u1 COIN)'],
  ['a constant that comes later', '(put u1 COIN) (define-constant COIN .coin)'],
  ['a variable of a let', '(let ((a .coin) (b a)) (put u1 b))'],
  ['an optional, a list and a tuple', '(pay (some (list {coin: .coin})))'],
  ['a tuple in words', '(pay (some (list (tuple (coin .coin)))))'],
  ['a list that is mapped', '(map put (list u1 u2) (list .coin))'],
  ['a list that is folded', '(fold sum (list u1) .coin)'],
  ['a choice', '(put u1 (if (is-eq tx-sender .vault) .coin (unwrap! (some .coin) (err u1))))'],
  ['a body', '(put u1 (let ((x .vault)) (print x) (begin .vault .coin)))'],
  ['an argument behind comments', '(put ;; first\n u1 ;; .more\n .coin)'],
])('default: a contract that is passed as a trait is needed: %s', (_, call, contract = '.coin') => {
  const own = `(define-private (pay (all (optional (list 3 {coin: <coin>})))) (ok 1))
    (define-private (sum (n uint) (c <coin>)) c)`;
  expect(references(`${PUT} ${own} ${call}`).needed).toEqual([contract]);
});

test.each([
  ['a parameter that takes a principal', '(define-private (set (who principal)) (ok who)) (set .coin)'],
  ['another parameter than the trait', '(put .coin u1)'],
  ['what a comparison has', '(put u1 (if (is-eq tx-sender .coin) c d))'],
  ['what a body passes by', '(put u1 (begin .coin c))'],
  ['a function that the source lacks', '(other .coin)'],
  ['a function of a contract that is not known', '(contract-call? .bank fill .coin)', ['.bank']],
])('behavior: a contract that is passed is only named: %s', (_, call, needed: string[] = []) => {
  expect(references(`${PUT} ${call}`)).toEqual({ needed, named: ['.coin'] });
});

test('default: the functions and traits of other contracts say whether an argument is a trait', () => {
  const bank = `${TRAIT} (define-public (fill (c <coin>) (to principal)) (contract-call? c give u1 c))`;
  const call = '(contract-call? .bank fill .coin .vault)';
  expect(references(call, { '.bank': bank })).toEqual({ needed: ['.bank', '.coin'], named: ['.vault'] });
  const dynamic = '(use-trait c .bank.coin) (define-public (f (a <c>)) (let ((b a)) (contract-call? b give u1 .coin)))';
  expect(references(dynamic, { '.bank': bank })).toEqual({ needed: ['.bank', '.coin'], named: [] });
  expect(references(dynamic)).toEqual({ needed: ['.bank'], named: ['.coin'] });
});

test('error: a source that does not compile has the references that can be read of it', () => {
  const source = '(contract-call? .counter increment)) "text (define-constant A A) (put A) (contract-call? A x)';
  expect(references(source)).toEqual({ needed: ['.counter'], named: [] });
  expect(references(`(contract-call? .counter f) (print 'ST1234) (contract-call? .more g`).needed).toEqual(['.counter', '.more']);
});

test('behavior: names that stand for each other many times take no time', () => {
  const doubled = Array.from({ length: 200 }, (_, n) => `(v${n + 1} (list v${n} v${n}))`).join(' ');
  const source = `${PUT} (let ((v0 .coin) ${doubled}) (put u1 v200))`;
  expect(references(source).needed).toEqual(['.coin']);
});
