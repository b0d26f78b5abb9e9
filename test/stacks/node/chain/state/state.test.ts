import { expect, test } from 'vitest';
import { call, DEPLOYER, deploy, STRANGER, shown, type TestChain, testChain, transfer, uint } from '../../clarity/support.js';

const COUNTER = '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n))))';
const CONTRACT = `${DEPLOYER}.counter`;
const count = (chain: TestChain) => chain.view.dataVar(CONTRACT, 'n');

test('default: a copy and a copy of it continue from the state of their origin', async () => {
  const origin = await testChain();
  origin.mineOk(deploy('counter', COUNTER));
  origin.mineOk(call('counter', 'add'));
  const held = origin.capture();
  const fork = origin.fork();
  // the origin keeps what it gave away
  origin.mineOk(call('counter', 'add'));
  origin.restore(held);
  const checkpoint = fork.capture();
  fork.mineOk(call('counter', 'add'));
  fork.mineOk(transfer(STRANGER, 5n));
  const second = fork.fork();
  const chains = [origin, fork, second];
  expect(second.heights).toEqual(fork.heights);
  expect(await Promise.all(chains.map(count))).toEqual([uint(1), uint(2), uint(2)]);

  // what was before a fork is undone in it as anywhere
  fork.restore(checkpoint);
  expect([await count(fork), fork.heights]).toEqual([uint(1), origin.heights]);
  const block = { tenure: true, transactions: [call('counter', 'add'), transfer(STRANGER, 7n), call('counter', 'none')] };
  expect(fork.block(block).map(shown)).toEqual(origin.block(block).map(shown));
  expect(await Promise.all(chains.map(count))).toEqual([uint(2), uint(2), uint(2)]);
  expect(fork.state.ledger.tip.indexHash).toBe(origin.state.ledger.tip.indexHash);
  expect(await fork.view.contractInterface(CONTRACT)).toEqual(await origin.view.contractInterface(CONTRACT));
});
