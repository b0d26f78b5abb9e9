import { useDevnet } from 'stacks-devnet/vitest';
import { expect, test } from 'vitest';

const net = useDevnet();

test('increment() counts', async () => {
  const counter = net.devnet.contract('counter');
  const receipt = await counter.call('increment', {}, { as: 'alice' });
  expect(receipt.status).toBe('success');
  expect(receipt.value?.ok).toBeGreaterThan(0n);
});
