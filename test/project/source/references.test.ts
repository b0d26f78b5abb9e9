import { expect, test } from 'vitest';
import { referencesOf } from '#dist/project/source/references.js';

const OWN = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';

/** Needed contracts, and those that are only named, in the order of the source. */
function references(source: string): { needed: string[]; named: string[] } {
  const all = referencesOf(source, OWN).map(({ contract, ...rest }) => ({ ...rest, contract: contract.replace(`${OWN}.`, '.') }));
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
  expect(referencesOf(source, OWN)).toEqual([{ contract: `${OWN}.counter`, offset: source.lastIndexOf('.counter'), isNeeded: true }]);
});
