import { expect, test } from 'vitest';
import { mapInTurns } from '#dist/base/turns.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import { handleBody } from '#dist/bitcoin/node/rpc/handle-body.js';
import { createMethodLookup } from '#dist/bitcoin/node/rpc/methods/find-method.js';
import { contextOf } from './context.js';

/** Counts how often others get their turn while a task runs. */
async function turnsDuring<T>(task: Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise(setImmediate);
  })();
  const result = await task;
  isDone = true;
  await others;
  return { turns, result };
}

test('default: a list is converted in its order, and others get their turn', async () => {
  const convert = (item: number): number => {
    for (const begun = performance.now(); performance.now() - begun < 10; );
    return 2 * item;
  };
  const { turns, result } = await turnsDuring(mapInTurns([1, 2, 3, 4, 5], convert));
  expect(result).toEqual([2, 4, 6, 8, 10]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

const XPUB = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
const DESCRIPTOR = `wpkh(${XPUB}/*)`;

// Thousands of derivations take longer than a turn on any machine.
test.for([
  ['deriveaddresses', (checksum: string) => [`${DESCRIPTOR}#${checksum}`, 5_000]],
  ['scantxoutset', () => ['start', [{ desc: DESCRIPTOR, range: 5_000 }]]],
  ['importdescriptors', (checksum: string) => [[{ desc: `${DESCRIPTOR}#${checksum}`, timestamp: 'now', range: 5_000 }]]],
] as const)('behavior: %s of a large range leaves others their turn', async ([method, params]) => {
  const core = createCore({});
  const answer = async (name: string, ...args: unknown[]) => {
    const body = JSON.stringify({ method: name, params: args });
    return JSON.parse((await handleBody(body, createMethodLookup(), contextOf(core))).body).result;
  };
  await answer('createwallet', 'w', true);
  const { checksum } = await answer('getdescriptorinfo', DESCRIPTOR);
  const { turns, result } = await turnsDuring(answer(method, ...params(checksum)));
  expect(result).toBeTruthy();
  expect(turns).toBeGreaterThan(3);
});
