import { describe, expect, test } from 'vitest';
import { call, costOf, DEPLOYER, sessionWith, shown } from '../run.js';

const TRAITS = '(define-trait trait-a ((ping () (response bool uint)))) (define-trait trait-b ((pong () (response bool uint))))';
const USED = '(use-trait trait-a .traits.trait-a) (use-trait trait-b .traits.trait-b)';
const IMPLEMENTATION = `${USED} (impl-trait .traits.trait-a) (impl-trait .traits.trait-b)
(define-public (ping) (ok true)) (define-public (pong) (ok true))`;
const MIXED = `${USED}
(define-private (cast-a (target <trait-a>)) target)
(define-private (cast-b (target <trait-b>)) target)
(define-constant mixed (list (cast-a .implementation) (cast-b .implementation)))
(define-public (look) (ok mixed))
(define-public (other) (ok true))`;

describe('contracts with different traits in one list', () => {
  test('are a constant before epoch 2.4; later a contract with such a constant fails', () => {
    const contracts = { traits: TRAITS, implementation: IMPLEMENTATION, mixed: MIXED };
    const session = sessionWith({ epoch: '2.3', version: 2, contracts });
    expect(call(session, 'mixed', 'look')).toMatch(/^\(ok \(/);
    session.enter('2.4');
    // The constant is looked up, and copied, before it is sanitized.
    expect(call(session, 'mixed', 'look')).toBe('CouldNotDetermineType');
    expect(call(session, 'mixed', 'other')).toBe('(ok true)');
    session.enter('3.4');
    // All constants are sanitized when the contract is loaded.
    for (const fn of ['look', 'other']) expect(call(session, 'mixed', fn)).toBe('CouldNotDetermineType');
    const outcome = session.call({ contract: `${DEPLOYER}.mixed`, fn: 'other', args: [], sender: DEPLOYER });
    // The source and the constant.
    expect(costOf(outcome).slice(1)).toEqual([3, MIXED.length + 303, 0, 0]);
  });

  test.each([
    ['(list a b)'],
    ['(list (list a) (list b))'],
    ['(append (list a) b)'],
    ['(concat (list a) (list b))'],
    ['(list { c: a } { c: b })'],
    ['(list (some a) (some b))'],
  ])('%s fails from epoch 2.4 on', (list) => {
    const contracts = { traits: TRAITS, implementation: IMPLEMENTATION };
    const source = `${USED} (define-public (make (a <trait-a>) (b <trait-b>)) (ok (len ${list})))
(define-public (run) (make .implementation .implementation))`;
    const results = (['2.3', '2.4', '4.0'] as const).map((epoch) => {
      const session = sessionWith({ epoch, version: 2, contracts: { ...contracts, mixed: source } });
      return shown(session.call({ contract: `${DEPLOYER}.mixed`, fn: 'run', args: [], sender: DEPLOYER }));
    });
    expect(results).toEqual(['(ok u2)', 'ListTypesMustMatch', 'ListTypesMustMatch']);
  });
});
