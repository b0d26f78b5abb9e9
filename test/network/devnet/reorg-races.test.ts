import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

test('behavior: reorganisations beside restores and each other come one after the other', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' } });
  await devnet.mine({ bitcoin: 3 });
  const { bitcoin } = await devnet.status();
  const id = await devnet.snapshot();
  for (let round = 0; round < 10; round++) {
    const all = [
      ...[1, 2, 1].map((blocks) => devnet.chaos.reorg({ blocks })),
      devnet.restore(id).then(() => undefined),
      ...[3, 1].map((blocks) => devnet.chaos.reorg({ blocks })),
    ];
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await devnet.restore(id);
    expect((await devnet.status()).bitcoin).toEqual(bitcoin);
  }
});
