import { expect, test, vi } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { observe } from '../conformance/observer.js';
import { bootDevnet } from '../devnet.js';

const [signer] = networkKeys(1).signers;
const SIGNED = [expect.stringMatching(/^[0-9a-f]{130}$/)];
/** Of a deposit to pox-5 with the network's aggregate key. */
const PAYOUT = /^tb1p[0-9a-z]{58}$/;

/** As recorded of stacks-node 4.0.2: cycle 3 is signed by pox-4's signers, cycle 4 by those of pox-5. */
test('observers get the signers of pox-5 with the first block of the prepare phase, then their signatures and payouts', async () => {
  await using observer = await observe();
  await using devnet = await bootDevnet({ eventObservers: [observer.endpoint], mining: { bitcoin: 'manual' } });
  const find = (path: string, height: number) =>
    vi.waitFor(() => {
      const found = observer.events.find((event) => event.path === path && event.body['burn_block_height'] === height);
      if (found === undefined) throw new RangeError(`no ${path} of Bitcoin block ${height}`);
      return found.body;
    }, 10_000);
  const unchosen = { cycle_number: null, reward_set: null };
  await devnet.bitcoin.mine(19); // to block 161

  expect(await find('/new_block', 136)).toMatchObject({
    cycle_number: 3,
    reward_set: { pox_ustx_threshold: expect.stringMatching(/^\d+$/), rewarded_addresses: [signer?.btc], signers: [{ weight: 1 }] },
  });
  expect(await find('/new_block', 139)).toMatchObject({ ...unchosen, signer_signature: [] });
  expect(await find('/new_block', 142)).toMatchObject({ ...unchosen, signer_signature: SIGNED, signer_bitvec: '00010000000101' });
  expect(await find('/new_block', 155)).toMatchObject(unchosen);
  expect(await find('/new_block', 156)).toMatchObject({
    cycle_number: 4,
    reward_set: {
      pox_ustx_threshold: null,
      rewarded_addresses: [],
      signers: [{ signing_key: signer?.publicKey, stacked_amt: '100000000000', weight: 30 }],
      start_cycle_state: { missed_reward_slots: [] },
    },
  });
  expect(await find('/new_block', 157)).toMatchObject(unchosen);
  expect(await find('/new_block', 160)).toMatchObject({ ...unchosen, signer_signature: SIGNED, signer_bitvec: '00010000000101' });
  expect(await find('/new_burn_block', 141)).toMatchObject({ reward_slot_holders: [signer?.btc] });
  expect(await find('/new_burn_block', 142)).toMatchObject({ reward_slot_holders: [] });
  for (const height of [160, 161]) {
    expect(await find('/new_burn_block', height)).toMatchObject({ reward_slot_holders: [expect.stringMatching(PAYOUT)], burn_amount: 0 });
  }
});
