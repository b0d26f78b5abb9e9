import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet();

test('get-count() is the variable', async () => {
  const counter = net.devnet.contract('counter');
  assert.equal(typeof (await counter.read('get-count')), 'bigint');
});

test('the network has the accounts of the project', () => {
  assert.deepEqual(Object.keys(net.devnet.accounts), ['deployer', 'alice']);
});
