import { STACKS_TESTNET } from '@stacks/network';
import { getAddressFromPrivateKey, makeSTXTokenTransfer, sponsorTransaction } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { signTransfer, testnetAddress } from '#dist/stacks/protocol/signing/transfer.js';

const privateKey = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a6';
const base = {
  recipient: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  amount: 1n,
  fee: 180n,
  nonce: 0,
  privateKey,
  chainId: 0x80000000,
  memo: '',
};

test('default: a transfer has the bytes that @stacks/transactions gives it', async () => {
  for (const transfer of [
    base,
    { ...base, nonce: 70_000, amount: 2n ** 63n, fee: 1_000_000n, memo: 'thirty-four bytes of memo, with ü' },
    { ...base, chainId: 7, recipient: `${base.recipient}.a-contract_1` },
    { ...base, recipient: 'SN000000000000000000003YDHWKJ', privateKey: `${'00'.repeat(31)}01` },
    ...Array.from({ length: 20 }, (_, nonce) => ({ ...base, nonce })),
  ]) {
    const { privateKey: senderKey, chainId, ...rest } = transfer;
    const expected = await makeSTXTokenTransfer({ ...rest, senderKey: `${senderKey}01`, network: { ...STACKS_TESTNET, chainId } });
    const { bytes, hex, txid } = await signTransfer(transfer);
    expect(hex).toBe(expected.serialize());
    expect(Buffer.from(bytes).toString('hex')).toBe(hex);
    expect(txid).toBe(`0x${expected.txid()}`);
  }
  expect(await testnetAddress(privateKey)).toBe(getAddressFromPrivateKey(`${privateKey}01`, 'testnet'));
});

test('behavior: a sponsored transfer has the bytes that @stacks/transactions gives it', async () => {
  const sponsor = { privateKey: `${'00'.repeat(31)}07`, nonce: 70_001, fee: 321n };
  const transfer = { ...base, fee: 0n, nonce: 5 };
  const { privateKey: senderKey, chainId, ...rest } = transfer;
  const network = { ...STACKS_TESTNET, chainId };
  const transaction = await makeSTXTokenTransfer({ ...rest, senderKey: `${senderKey}01`, network, sponsored: true });
  const sponsorPrivateKey = `${sponsor.privateKey}01`;
  const expected = await sponsorTransaction({ transaction, sponsorPrivateKey, sponsorNonce: sponsor.nonce, fee: sponsor.fee, network });
  const { hex, txid } = await signTransfer({ ...transfer, sponsor });
  expect(hex).toBe(expected.serialize());
  expect(txid).toBe(`0x${expected.txid()}`);
});

test('error: what is no recipient, memo or key', async () => {
  await expect(signTransfer({ ...base, recipient: 'ST1' })).rejects.toThrow('not a principal: ST1');
  await expect(signTransfer({ ...base, memo: 'x'.repeat(35) })).rejects.toThrow('a memo of 35 bytes');
  for (const none of ['00'.repeat(32), 'ff'.repeat(32), '01']) await expect(testnetAddress(none)).rejects.toThrow('not a private key');
});
