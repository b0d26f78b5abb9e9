import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { mayAskForSponsor, SPONSOR_LIMIT } from '#dist/node/stacks/vm/execution/sponsor.js';
import { call, DEPLOYER, deploy, mine, mineOk, sharedVm, WALLET } from '../support.js';

const vm = sharedVm();

const ASKING = `
  (define-data-var last (optional principal) none)
  (define-read-only (payer) tx-sponsor?)
  (define-public (note) (begin (var-set last (payer)) (ok true)))
  (define-public (count) (ok u1))`;

test('default: a sponsored call that may look at its sponsor aborts and says why; all others run', async () => {
  await mineOk(vm(), deploy('asking', ASKING));
  const sponsored = { sponsor: WALLET, fee: 200n };
  const limited = await mine(vm(), call('asking', 'note', [], sponsored));
  expect(limited).toMatchObject({ status: 'abort_by_response', rawResult: '0809', vmError: SPONSOR_LIMIT });
  expect(SPONSOR_LIMIT).toMatch(/tx-sponsor\?.*native or docker/);
  expect(await vm().dataVar(`${DEPLOYER}.asking`, 'last')).toBe('09');
  expect((await vm().account(WALLET)).balance).toBe(100_000_000_000_000n - 200n);
  expect(await mine(vm(), call('asking', 'count', [], sponsored))).toMatchObject({ status: 'success', repr: '(ok u1)' });
  // without a sponsor none is right
  expect(await mine(vm(), call('asking', 'note'))).toMatchObject({ status: 'success', vmError: null });
});

test('default: a sponsored deploy aborts if it evaluates such a function, not if it only has one', async () => {
  const sponsored = { sponsor: WALLET, fee: 200n };
  expect(await mine(vm(), deploy('asking', ASKING, sponsored))).toMatchObject({ status: 'success' });
  expect(await mine(vm(), deploy('curious', `${ASKING} (note)`, sponsored))).toMatchObject({ vmError: SPONSOR_LIMIT });
  expect(await vm().contractSource(`${DEPLOYER}.curious`)).toBeUndefined();
  expect(await mine(vm(), deploy('curious', `${ASKING} (note)`))).toMatchObject({ status: 'success' });
  expect(await mine(vm(), deploy('by-way', '(contract-call? .curious note)', sponsored))).toMatchObject({ vmError: SPONSOR_LIMIT });
});

test('default: a read on behalf of a sponsor, too', async () => {
  await mineOk(vm(), deploy('asking', ASKING));
  const read = { contract: `${DEPLOYER}.asking`, fn: 'payer', args: [], sender: DEPLOYER };
  expect(await vm().callReadOnly({ ...read, sponsor: WALLET })).toEqual({ okay: false, cause: SPONSOR_LIMIT });
  expect(await vm().callReadOnly(read)).toEqual({ okay: true, result: '09' });
});

test.each([
  ['itself', { a: '(define-public (go) (ok tx-sponsor?))' }, true],
  ['through a private function', { a: '(define-private (who) tx-sponsor?) (define-public (go) (ok (who)))' }, true],
  ['never: the word is in a comment and a text', { a: '(define-public (go) (begin (print "tx-sponsor?") (ok 1))) ;; tx-sponsor?' }, false],
  ['never: another function has it', { a: '(define-public (go) (ok 1)) (define-public (other) (ok tx-sponsor?))' }, false],
  [
    'through another contract',
    {
      a: '(define-public (go) (contract-call? .b pass))',
      b: '(define-public (pass) (contract-call? .c who))',
      c: '(define-public (who) (ok tx-sponsor?))',
    },
    true,
  ],
  [
    'through one of another deployer',
    { a: `(define-public (go) (contract-call? '${WALLET}.b pass))`, [`${WALLET}.b`]: '(define-public (pass) (ok tx-sponsor?))' },
    true,
  ],
  [
    'never: of the other contract another function is called',
    { a: '(define-public (go) (contract-call? .b pass))', b: '(define-public (pass) (ok 1)) (define-public (who) (ok tx-sponsor?))' },
    false,
  ],
  [
    'through a trait, to a contract among the arguments',
    {
      a: '(use-trait t .traits.t) (define-public (go (what <t>)) (contract-call? what pass))',
      given: '(define-public (pass) (ok tx-sponsor?))',
    },
    true,
  ],
  ['never: such a contract is not among them', { a: '(define-public (go) (ok 1))', b: '(define-public (go) (ok tx-sponsor?))' }, false],
  [
    'in a circle of names, which ends',
    { a: '(define-public (go) (contract-call? .b go))', b: '(define-public (go) (begin (contract-call? .a go) (ok tx-sponsor?)))' },
    true,
  ],
])('default: looks at the sponsor %s', (_, sources, expected) => {
  const id = (name: string) => (name.includes('.') ? name : `${DEPLOYER}.${name}`);
  const contracts = new Map(Object.entries(sources).map(([name, source]) => [id(name), { source, publishHeight: 1 }]));
  const args = 'given' in sources ? [Cl.serialize(Cl.list([Cl.some(Cl.principal(id('given')))]))] : [];
  expect(mayAskForSponsor(contracts, { contract: id('a'), fn: 'go', args })).toBe(expected);
});
