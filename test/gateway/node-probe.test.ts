import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createNodeProbe } from '#dist/gateway/node-probe.js';

const LIMITS = { waitMs: 20, busyMs: 200 };

/** A node whose answers come when a test says so. */
function slowNode() {
  const waiting: { answer(): void; fail(): void }[] = [];
  return {
    asked: () => waiting.length,
    last: () => waiting.at(-1),
    request: () =>
      new Promise<never>((resolve, reject) => {
        waiting.push({ answer: () => resolve(undefined as never), fail: () => reject(new DevnetError('NOT_REACHABLE', 'refused')) });
      }),
  };
}

test('behavior: a node that answered before may be busy, and is asked once at a time', async () => {
  const node = slowNode();
  const probe = createNodeProbe(node, LIMITS);
  const first = probe();
  node.last()?.answer();
  await first;
  await Promise.all([probe(), probe()]);
  await probe();
  expect(node.asked()).toBe(2);
});

test('error: a node that owes an answer for too long is not reachable, and is again after it', async () => {
  const node = slowNode();
  const probe = createNodeProbe(node, LIMITS);
  const first = probe();
  node.last()?.answer();
  await first;
  await probe();
  await delay(LIMITS.busyMs);
  await expect(probe()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  node.last()?.answer();
  await delay(0);
  const again = probe();
  node.last()?.answer();
  await again;
});

test('error: a node that never answered, or whose last answer was an error, is not reachable', async () => {
  const node = slowNode();
  const probe = createNodeProbe(node, LIMITS);
  await expect(probe()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  node.last()?.answer();
  await delay(0);
  const failing = probe();
  node.last()?.fail();
  await expect(failing).rejects.toThrow('refused');
  await expect(probe()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
});
