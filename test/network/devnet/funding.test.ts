import { expect, test } from 'vitest';
import { createAccounts } from '#dist/network/devnet/accounts.js';
import { planFunding, planSbtcFunding } from '#dist/network/devnet/funding.js';
import { sbtcFaucetKeys, stxFaucetKeys } from '#dist/network/faucet/keys.js';

const FAUCET =
  'shadow private easily thought say logic fault paddle word top book during ignore notable orange flight clock image wealth health outside kitten belt reform';
const ADDRESS = 'STNHKEPYEPJ8ET55ZZ0M5A34J0R3N5FM2CMMMAZ6';

test('behavior: the balance of an account counts, also if a faucet has its key', async () => {
  const named = { faucet: { mnemonic: FAUCET, derivation: "m/44'/5757'/0'/0/0" } };
  const accounts = Object.values(await createAccounts({ count: 0, named }));
  const stxKeys = await stxFaucetKeys(undefined);
  const plan = { accounts, balances: {}, stxKeys, feePayers: [], btcKeys: [], signersAddress: undefined };
  const faucetOf = (own: Parameters<typeof planFunding>[0]['own']) =>
    planFunding({ ...plan, own }).stacks.find(({ principal }) => principal === ADDRESS)?.amount;
  expect(faucetOf({ faucet: { balance: 100_000_000_000_000n } })).toBe(100_000_000_000_000n);
  expect(faucetOf({ faucet: { balance: 0n } })).toBeUndefined();
  expect(faucetOf(undefined)).toBe(1_000_000_000_000_000n);
  const sbtcKeys = await sbtcFaucetKeys(undefined);
  const holder = sbtcKeys[0]?.address ?? '';
  const [account] = accounts;
  const same = account && [{ ...account, stx: { ...account.stx, address: holder } }];
  expect(planSbtcFunding({ accounts: same ?? [], own: { faucet: { sbtcBalance: 5n } }, balances: {}, sbtcKeys })[holder]).toBe(5n);
});
