import { useDevnet } from 'stacks-devnet/vitest';
import { beforeAll, expect, test } from 'vitest';

const net = useDevnet({ isolate: 'test' });

// Each test begins with this contract.
beforeAll(async () => {
  const source = `(define-data-var n uint u0)
    (define-public (add) (ok (var-set n (+ (var-get n) u1))))
    (define-read-only (get-n) (var-get n))`;
  await net.devnet.stacks.deploy({ name: 'isolated', source, as: 'deployer' });
});

test.each([1, 2, 3])('test %i is the only one that adds', async () => {
  const contract = net.devnet.contract('isolated');
  await contract.call('add', [], { as: 'wallet_1' });
  expect(await contract.read('get-n')).toBe(1n);
});
