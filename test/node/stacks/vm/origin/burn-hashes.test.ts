import { expect, test } from 'vitest';
import type { Vm } from '#dist/node/stacks/vm/types.js';
import { deploy, GENESIS, mineOk, read, testVm, uint } from '../support.js';

const SOURCE = '(define-read-only (hash-at (height uint)) (get-burn-block-info? header-hash height))';
const hashOf = (height: number, branch = 'aa'): string => `${branch}${height.toString(16).padStart(62, '0')}`;
const some = (hash: string): string => `0a0200000020${hash}`;
const NONE = '09';
const hashAt = (vm: Vm, height: number): Promise<string> => read(vm, 'headers', 'hash-at', [uint(height)]);

test('contracts read the hashes of burn blocks up to the tip, on the branch of the VM', async () => {
  const genesis = Array.from({ length: GENESIS.burnHeight + 1 }, (_, height) => hashOf(height));
  await using vm = await testVm({ burnHashes: Promise.resolve(genesis) });
  await mineOk(vm, deploy('headers', SOURCE));
  const tip = vm.heights.burn;
  const tenure = (...burnHashes: string[]) => vm.executeBlock({ tenure: true, burnHashes, mints: [], transactions: [] });
  expect(await hashAt(vm, 0)).toBe(some(hashOf(0)));
  expect(await hashAt(vm, tip)).toBe(some(hashOf(tip)));
  expect(await hashAt(vm, tip + 1)).toBe(NONE);

  const before = await vm.capture({ ready: true });
  await tenure(hashOf(tip + 1));
  expect(await hashAt(vm, tip + 1)).toBe(some(hashOf(tip + 1)));
  const fork = await vm.fork();
  await vm.restore(before);
  expect(await hashAt(vm, tip + 1)).toBe(NONE);
  await tenure(hashOf(tip + 1, 'bb'));
  await tenure(hashOf(tip + 2, 'bb'));
  expect(await hashAt(vm, tip + 1)).toBe(some(hashOf(tip + 1, 'bb')));
  expect(await hashAt(vm, tip)).toBe(some(hashOf(tip)));
  // a branch that replaces older blocks, too
  const branch = [tip - 1, tip, tip + 1].map((height) => hashOf(height, 'cc'));
  await vm.restore(before);
  await tenure(...branch);
  expect(await Promise.all([tip - 2, tip - 1, tip, tip + 1].map((height) => hashAt(vm, height)))).toEqual(
    [hashOf(tip - 2), ...branch].map(some),
  );
  await vm.restore(before);
  expect(await hashAt(vm, tip - 1)).toBe(some(hashOf(tip - 1)));
  // the fork stays on its own branch
  expect(await hashAt(fork, tip + 1)).toBe(some(hashOf(tip + 1)));
  await fork.close();
});

test('without hashes the VM has one of its own for each height', async () => {
  await using vm = await testVm();
  await mineOk(vm, deploy('headers', SOURCE));
  const [first, second] = [await hashAt(vm, 5), await hashAt(vm, 6)];
  expect(first).toMatch(/^0a0200000020[0-9a-f]{64}$/);
  expect(second).not.toBe(first);
});
