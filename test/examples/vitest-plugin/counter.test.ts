import { useDevnet } from 'stacks-devnet/vitest';
import { beforeAll, expect, test } from 'vitest';

const net = useDevnet({ per: 'test' });

// Each test begins with what hooks before all tests did.
beforeAll(async () => {
  const source = `(define-data-var n uint u0)
    (define-public (add (step uint)) (ok (var-set n (+ (var-get n) step))))
    (define-read-only (get-n) (var-get n))`;
  await net.devnet.stacks.deploy({ name: 'counter', source, as: 'deployer' });
});

test.concurrent('adds one', async () => {
  const counter = net.devnet.contract('counter');
  await counter.call('add', [1n], { as: 'wallet_1' });
  expect(await counter.read('get-n')).toBe(1n);
});

test.concurrent('adds two, and sees no other test', async () => {
  const counter = net.devnet.contract('counter');
  await counter.call('add', [2n], { as: 'wallet_1' });
  expect(await counter.read('get-n')).toBe(2n);
});
