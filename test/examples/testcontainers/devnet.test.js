import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GenericContainer, Wait } from 'testcontainers';

let container;
let url;
before(async () => {
  container = await new GenericContainer('stacks-devnet').withExposedPorts(3999).withWaitStrategy(Wait.forHttp('/ready', 3999)).start();
  url = `http://${container.getHost()}:${container.getMappedPort(3999)}`;
});
after(() => container.stop());

test('the faucet pays in a block', async () => {
  const address = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
  const response = await fetch(`${url}/extended/v1/faucets/stx?address=${address}&wait=true`, { method: 'POST' });
  const { success, block } = await response.json();
  assert.ok(success);
  assert.ok(block.height > 0);
});
