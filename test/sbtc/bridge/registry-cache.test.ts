import { expect, test } from 'vitest';
import type { Registry } from '#dist/sbtc/bridge/registry.js';
import { cacheRegistry } from '#dist/sbtc/bridge/registry-cache.js';

type Mint = NonNullable<Awaited<ReturnType<Registry['completedDeposit']>>>;

test('behavior: an answer from before a reorganisation is not kept', async () => {
  const answers: ((mint: Mint | undefined) => void)[] = [];
  const cache = cacheRegistry({
    completedDeposit: () => new Promise((resolve) => answers.push(resolve)),
  } as Partial<Registry> as Registry);
  const mint: Mint = { amount: 1n, sweep: { txid: '', hash: '', height: 1 } };

  const early = cache.completedDeposit('aa', 0);
  cache.clear();
  answers[0]?.(mint);
  expect(await early).toBe(mint);
  const late = cache.completedDeposit('aa', 0);
  answers[1]?.(undefined);
  expect(await late).toBeUndefined();

  const kept = cache.completedDeposit('aa', 0);
  answers[2]?.(mint);
  await kept;
  expect(await cache.completedDeposit('aa', 0)).toBe(mint);
  expect(answers).toHaveLength(3);
});
