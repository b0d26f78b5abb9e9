import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet();

test('increment() counts', async () => {
  const counter = net.devnet.contract('counter');
  const receipt = await counter.call('increment', {}, { as: 'alice' });
  assert.equal(receipt.status, 'success');
  assert.ok(receipt.value.ok > 0n);
});
