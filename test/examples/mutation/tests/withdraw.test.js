import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet({ per: 'test' });

describe('withdraw', () => {
  it('pays a part of the balance', async () => {
    const vault = net.devnet.contract('vault');
    await vault.call('deposit', [5n], { as: 'alice' });
    await vault.call('withdraw', [2n], { as: 'alice' });
    assert.equal(await vault.read('balance-of', [net.devnet.accounts.alice.stx.address]), 3n);
  });
});
