import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet({ per: 'test' });

describe('deposit', () => {
  it('adds up', async () => {
    const vault = net.devnet.contract('vault');
    await vault.call('deposit', [5n], { as: 'alice' });
    await vault.call('deposit', [1n], { as: 'alice' });
    assert.equal(await vault.read('balance-of', [net.devnet.accounts.alice.stx.address]), 6n);
  });

  it('refuses nothing', async () => {
    const receipt = await net.devnet.contract('vault').call('deposit', [0n], { as: 'alice' });
    assert.deepEqual(receipt.value, { err: 400n });
  });
});
