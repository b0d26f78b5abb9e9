import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet({ per: 'test' });

describe('counter', () => {
  before(async () => {
    const source = `(define-data-var n uint u0)
      (define-public (add (step uint)) (ok (var-set n (+ (var-get n) step))))
      (define-read-only (get-n) (var-get n))`;
    await net.devnet.stacks.deploy({ name: 'counter', source, as: 'deployer' });
  });

  it('adds one', async () => {
    const counter = net.devnet.contract('counter');
    await counter.call('add', [1n], { as: 'wallet_1' });
    assert.equal(await counter.read('get-n'), 1n);
  });

  describe('in tests that run at the same time', { concurrency: true }, () => {
    beforeEach((t) => net.of(t).devnet.bitcoin.mine());

    for (const step of [2n, 3n, 4n]) {
      it(`adds ${step}, and sees no other test`, async (t) => {
        const counter = net.of(t).devnet.contract('counter');
        await counter.call('add', [step], { as: 'wallet_1' });
        assert.equal(await counter.read('get-n'), step);
      });
    }
  });
});
