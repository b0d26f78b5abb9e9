import { expect, test } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import type { StacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { createSignatureWait } from '#dist/engines/real-nodes/mining/wait-for-signatures.js';

/** A network with pending transactions, which counts waits. */
function networkWith(signers: number, ...waiting: string[]) {
  const state = { height: 1, waiting, waits: 0 };
  const chain = { tip: () => ({ height: state.height }), waiting: () => state.waiting } as unknown as StacksChain;
  const limits = () => {
    state.waits++;
    return { ends: new AbortController().signal, signal: undefined };
  };
  return { state, wait: createSignatureWait({ keys: networkKeys(signers), limits }, chain) };
}

test('default: several signers: resolves after the block of a pending transaction', async () => {
  const { state, wait } = networkWith(3, '0x1', '0x2');
  let resolved = false;
  const waiting = wait().then(() => {
    resolved = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(resolved).toBe(false);
  // More transactions may be pending than fit into the block.
  Object.assign(state, { height: 2, waiting: ['0x2'] });
  await waiting;
  expect(state.waits).toBe(1);
});

test('behavior: a transaction that no block takes delays one Bitcoin block only', async () => {
  const { state, wait } = networkWith(3, '0x1');
  await wait();
  expect(state.waits).toBe(1);
  await wait();
  expect(state.waits).toBe(1);
  // A new one is waited for.
  state.waiting = ['0x1', '0x2'];
  const waiting = wait();
  state.height = 2;
  await waiting;
  expect(state.waits).toBe(2);
});

test.each([
  ['one signer', 1, ['0x1']],
  ['nothing is pending', 3, []],
])('behavior: %s: no wait', async (_name, signers, pending) => {
  const { state, wait } = networkWith(signers, ...pending);
  await wait();
  expect(state.waits).toBe(0);
});
