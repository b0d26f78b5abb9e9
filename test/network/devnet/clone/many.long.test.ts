import { getActiveResourcesInfo } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import type { Devnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';
import { counter, runSuite } from '../../../suite-of-a-copy.js';

test('behavior: sixteen suites on sixteen copies at once do not see each other', async () => {
  await using devnet = await bootDevnet();
  await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  const before = await devnet.status();
  const copies = await Promise.all(Array.from({ length: 16 }, (_, i) => devnet.clone({ ports: i % 2 === 0 })));
  try {
    const seen = await Promise.all(copies.map((copy, i) => runSuite(copy, i + 1)));
    for (const [i, { count, received, bitcoin, stacks }] of seen.entries()) {
      const steps = i + 1;
      expect({ count, received }).toEqual({
        count: BigInt(steps * (steps + 1)) / 2n,
        received: { stx: BigInt(steps), btc: 1_000n * BigInt(steps) },
      });
      expect(bitcoin - before.bitcoin.height).toBe(1 + steps);
      expect(stacks).toBeGreaterThan(before.stacks.height);
    }
    expect(await devnet.contract('counter').read('get-count')).toBe(0n);
    expect((await devnet.status()).bitcoin).toEqual(before.bitcoin);
  } finally {
    await Promise.all(copies.map((copy: Devnet) => copy.close()));
  }
}, 60_000);

test('behavior: copies that were closed leave no port, thread or timer', async () => {
  await using devnet = await bootDevnet();
  const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'MessagePort', 'Timeout'];
  const open = async () => {
    // Handles close at the end of a turn of the event loop.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    return getActiveResourcesInfo()
      .filter((kind) => kinds.includes(kind))
      .sort();
  };
  const count = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length;
  await (await devnet.clone()).close();
  const before = await open();
  for (let i = 0; i < 20; i++) await (await devnet.clone({ ports: i % 2 === 0 })).close();
  const after = await open();
  // What each copy leaves, or each with ports, is there at least ten times. The network and the test runner have timers that come and go.
  expect(kinds.filter((kind) => count(after, kind) - count(before, kind) >= 10)).toEqual([]);
}, 60_000);
