import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, test } from 'vitest';
import { keyAddresses } from '#dist/bitcoin/protocol/address/payment-address.js';
import { createAccounts } from '#dist/network/devnet/accounts.js';
import { btcFaucetKeys, stxFaucetKeys } from '#dist/network/faucet/keys.js';
import { testnetAddress } from '#dist/stacks/protocol/signing/transfer.js';

const privateKeyAt = (mnemonic: string, index: number): string =>
  Buffer.from(HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(`m/44'/5757'/0'/0/${index}`).privateKey ?? []).toString('hex');

test('default: keys and addresses of the standard accounts follow from their mnemonics', async () => {
  const accounts = Object.values(await createAccounts({ count: 9 }));
  expect(accounts.map(({ name }) => name)).toEqual(['deployer', ...Array.from({ length: 8 }, (_, index) => `wallet_${index + 1}`)]);
  for (const { mnemonic, privateKey, stx, btc } of accounts) {
    const key = privateKeyAt(mnemonic ?? '', 0);
    expect(privateKey).toBe(`${key}01`);
    expect(stx.address).toBe(await testnetAddress(key));
    expect(btc.addresses).toEqual(await keyAddresses(key, 'regtest'));
    expect(btc.address).toBe(btc.addresses.p2pkh);
  }
});

test('behavior: the faucet keys are the first five of the published faucet mnemonic', async () => {
  const mnemonic =
    'shadow private easily thought say logic fault paddle word top book during ignore notable orange flight clock image wealth health outside kitten belt reform';
  const keys = await stxFaucetKeys(undefined);
  expect(keys.map(({ privateKey }) => privateKey)).toEqual([0, 1, 2, 3, 4].map((index) => privateKeyAt(mnemonic, index)));
  for (const { privateKey, address } of keys) expect(address).toBe(await testnetAddress(privateKey));
  const [btc] = await btcFaucetKeys(undefined);
  expect(btc?.address).toBe((await keyAddresses(btc?.privateKey ?? '', 'regtest')).p2wpkh);
});

test('behavior: a mnemonic gives the requested number of accounts', async () => {
  const mnemonic =
    'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild';
  const accounts = await createAccounts({ mnemonic, count: 3 });
  expect(Object.keys(accounts)).toEqual(['deployer', 'wallet_1', 'wallet_2']);
  expect(accounts['deployer']?.stx.address).toBe('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5');
  expect(accounts['wallet_2']?.privateKey).toBe(`${privateKeyAt(mnemonic, 2)}01`);
});

test('error: a mnemonic with a wrong checksum, which no message repeats', async () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon';
  const error: unknown = await createAccounts({ mnemonic: words, count: 1 }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'accounts.mnemonic' });
  expect(String(error)).not.toContain('abandon');
});
