/**
 * @jest-environment-options {"per": "test"}
 */
beforeAll(async () => {
  const source = `(define-data-var n uint u0)
    (define-public (add (step uint)) (ok (var-set n (+ (var-get n) step))))
    (define-read-only (get-n) (var-get n))`;
  await stacksDevnet.devnet.stacks.deploy({ name: 'counter', source, as: 'deployer' });
});

describe('one test after the other', () => {
  beforeEach(() => stacksDevnet.devnet.contract('counter').call('add', [1n], { as: 'wallet_1' }));

  test.each([1n, 2n])('adds %s, and sees no other test', async (step) => {
    const counter = stacksDevnet.devnet.contract('counter');
    await counter.call('add', [step], { as: 'wallet_1' });
    expect(await counter.read('get-n')).toBe(1n + step);
  });
});

// Jest runs no beforeEach for them.
test.concurrent.each([3n, 4n, 5n])('adds %s while other tests run', async (step) => {
  const counter = stacksDevnet.devnet.contract('counter');
  await counter.call('add', [step], { as: 'wallet_1' });
  expect(await counter.read('get-n')).toBe(step);
});
