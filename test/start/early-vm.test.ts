import { once } from 'node:events';
import { expect, test } from 'vitest';
import { resolveStart } from '#dist/config/resolve.js';
import { startEarlyVm } from '#dist/engines/embedded/early-vm.js';
import { startNetwork } from '#dist/start.js';
import { testCache } from '../cache.js';

const config = await resolveStart({ cache: testCache });

test('default: a network uses the VM that runs already', async () => {
  const earlyVm = startEarlyVm();
  const ended = once(earlyVm.thread.worker, 'exit');
  await using devnet = await startNetwork(config, { earlyVm, gateway: false });
  expect((await devnet.status()).stacks.height).toBeGreaterThan(0);
  expect(earlyVm.thread.failure()).toBeUndefined();
  await devnet.close();
  await ended;
});

test('behavior: a start that fails ends it, as an engine without a VM does', async () => {
  const [failing, external] = [startEarlyVm(), startEarlyVm()];
  const ended = [failing, external].map(({ thread }) => once(thread.worker, 'exit'));
  const signal = AbortSignal.abort(new Error('never mind'));
  await expect(startNetwork(config, { earlyVm: failing, signal })).rejects.toMatchObject({ code: 'ABORTED' });
  const nodes = { bitcoinRpc: 'http://127.0.0.1:1', stacksRpc: 'http://127.0.0.1:1', stacksToken: undefined };
  await expect(startNetwork({ ...config, engine: 'external', external: nodes }, { earlyVm: external })).rejects.toThrow();
  await Promise.all(ended);
});

test('error: a VM that ended before', async () => {
  const earlyVm = startEarlyVm();
  await earlyVm.close();
  await expect(startNetwork(config, { earlyVm })).rejects.toMatchObject({
    code: 'INTERNAL',
    message: expect.stringMatching(/^the Clarity VM's thread failed: it ended with code \d$/),
  });
});
