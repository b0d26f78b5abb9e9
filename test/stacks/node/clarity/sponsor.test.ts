import { expect, test } from 'vitest';
import { call, DEPLOYER, deploy, FUNDS, PRINCIPAL, testChain, transfer, WALLET } from './support.js';

const ASKING = `
  (define-data-var last (optional principal) none)
  (define-read-only (payer) tx-sponsor?)
  (define-public (note) (begin (var-set last (payer)) (ok true)))
  (define-public (count) (ok u1))`;
const NOBODY = '09';
const SPONSORED = { sponsor: WALLET, fee: 200n };

test('default: a call sees its sponsor, also through a contract in between', async () => {
  const chain = await testChain();
  const last = () => chain.view.dataVar(`${DEPLOYER}.asking`, 'last');
  chain.mineOk(deploy('asking', ASKING));
  chain.mineOk(deploy('between', '(define-public (pass) (contract-call? .asking note))'));
  for (const [contract, fn] of [
    ['asking', 'note'],
    ['between', 'pass'],
  ] as const) {
    expect(chain.mineOk(call(contract, fn, [], SPONSORED)).repr).toBe('(ok true)');
    expect(await last()).toBe(`0a${PRINCIPAL[WALLET]}`);
    chain.mineOk(call(contract, fn));
    expect(await last()).toBe(NOBODY);
  }
});

test('default: a deploy sees its sponsor, too', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('asking', `${ASKING} (note)`, SPONSORED));
  expect(await chain.view.dataVar(`${DEPLOYER}.asking`, 'last')).toBe(`0a${PRINCIPAL[WALLET]}`);
  chain.mineOk(deploy('alone', `${ASKING} (note)`));
  expect(await chain.view.dataVar(`${DEPLOYER}.alone`, 'last')).toBe(NOBODY);
});

test('default: a read on behalf of a sponsor', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('asking', ASKING));
  const read = { contract: `${DEPLOYER}.asking`, fn: 'payer', args: [], sender: DEPLOYER };
  expect(await chain.view.callReadOnly({ ...read, sponsor: WALLET })).toEqual({ okay: true, result: `0a${PRINCIPAL[WALLET]}` });
  expect(await chain.view.callReadOnly(read)).toEqual({ okay: true, result: NOBODY });
});

test('behavior: the sponsor pays the fee, and the nonces of both go up', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('asking', ASKING, { fee: 0n }));
  chain.mineOk(call('asking', 'note', [], SPONSORED));
  chain.mineOk(transfer(WALLET, 5n, SPONSORED));
  expect(await chain.view.account(DEPLOYER)).toMatchObject({ balance: FUNDS - 5n, nonce: 3n });
  expect(await chain.view.account(WALLET)).toMatchObject({ balance: FUNDS - 2n * 200n + 5n, nonce: 2n });
});
