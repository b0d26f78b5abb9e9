import { useDevnet } from 'stacks-devnet/vitest';
import { expect, test } from 'vitest';

const net = useDevnet();

test('get-count() is the variable', async () => {
  const counter = net.devnet.contract('counter');
  expect(await counter.read('get-count')).toBeTypeOf('bigint');
});

test('the network has the accounts of the project', () => {
  expect(Object.keys(net.devnet.accounts)).toEqual(['deployer', 'alice']);
  expect(net.devnet.project?.name).toBe('counter');
});
