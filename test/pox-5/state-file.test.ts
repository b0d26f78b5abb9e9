import { expect, test } from 'vitest';
import { bootDevnet } from '../devnet.js';

/** Where the Bitcoin blocks of each cycle pay. */
async function slotsOf(url: string | undefined): Promise<unknown> {
  return (await fetch(`${url}/extended/v1/burnchain/reward_slot_holders?limit=250`)).json();
}

test('a state file has the address that a reward cycle of pox-5 pays', async () => {
  await using devnet = await bootDevnet({ gateway: true, mining: { bitcoin: 'manual' } });
  await devnet.mineUntil({ cycle: 5 });
  const before = (await slotsOf(devnet.urls.gateway)) as { total: number };
  expect(before.total).toBeGreaterThan(20);
  await devnet.loadState(await devnet.dumpState());
  expect(await slotsOf(devnet.urls.gateway)).toEqual(before);
});
