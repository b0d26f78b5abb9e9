import {
  broadcastTransaction,
  makeSTXTokenTransfer,
  makeUnsignedSTXTokenTransfer,
  privateKeyToPublic,
  randomPrivateKey,
  sponsorTransaction,
} from '@stacks/transactions';
import { connectDevnet, type Devnet, startDevnet, unsignedAs } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';

const OWNER = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const VAULT = 'SN2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKP6D2ZK9';
const source = `(define-data-var seen principal tx-sender)
(define-public (look) (begin (var-set seen tx-sender) (ok tx-sender)))`;

/** A transfer of stacks.js without a signature. */
async function unsigned(devnet: Devnet, from: string, nonce: number) {
  const { network, accounts } = devnet;
  const transaction = await makeUnsignedSTXTokenTransfer({
    recipient: accounts.wallet_1.stx.address,
    amount: 1000n,
    fee: 500n,
    nonce,
    publicKey: privateKeyToPublic(randomPrivateKey()),
    network,
  });
  return broadcastTransaction({ transaction: unsignedAs(transaction, from), network });
}

describe('an impersonated account', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await bootDevnet();
    await devnet.stacks.deploy({ name: 'vault', source, as: 'deployer' });
    for (const address of [OWNER, VAULT]) await devnet.faucet.stx(address);
  });
  afterAll(() => devnet.close());

  test('default: off, then on, then off again', async () => {
    expect(await devnet.status()).not.toHaveProperty('impersonated');
    const call = () => devnet.contract('vault').call('look', [], { as: OWNER });
    await expect(call()).rejects.toMatchObject({ code: 'REJECTED', message: expect.stringContaining('devnet.impersonate(') });
    await devnet.impersonate(OWNER);
    expect((await devnet.status()).impersonated).toEqual([OWNER]);
    expect(await call()).toMatchObject({ status: 'success', result: { repr: `(ok ${OWNER})` } });
    await devnet.stopImpersonating(OWNER);
    expect(await devnet.status()).not.toHaveProperty('impersonated');
    await expect(call()).rejects.toMatchObject({ code: 'REJECTED' });
  });

  test.each([
    ['one key', OWNER],
    ['several keys', VAULT],
  ])('behavior: of %s, by code and by stacks.js', async (_name, address) => {
    await devnet.impersonate(address);
    const balance = async () => {
      const body = (await (await fetch(`${devnet.urls.stacks}/v2/accounts/${address}?proof=0`)).json()) as {
        balance: string;
        nonce: number;
      };
      return { balance: BigInt(body.balance), nonce: body.nonce };
    };
    const before = await balance();
    const to = devnet.accounts.wallet_2.stx.address;
    expect(await devnet.stacks.transfer({ to, amount: 7n, fee: 300n, as: address })).toMatchObject({ status: 'success' });
    const deployed = await devnet.stacks.deploy({ name: 'mine', source: ';; nothing', as: address, fee: 400n });
    expect(deployed.contract).toBe(`${address}.mine`);
    const sent = await unsigned(devnet, address, before.nonce + 2);
    if ('error' in sent) throw new Error(JSON.stringify(sent));
    expect(await devnet.stacks.waitForTx(sent.txid)).toMatchObject({ status: 'success' });
    expect(await balance()).toEqual({ balance: before.balance - 7n - 300n - 400n - 1500n, nonce: before.nonce + 3 });
  });

  test('behavior: another account is still checked, and a wrong nonce or too little money still fails', async () => {
    await devnet.impersonate(OWNER);
    expect(await unsigned(devnet, devnet.accounts.wallet_3.stx.address, 0)).toMatchObject({
      reason: 'SignatureValidation',
    });
    expect(await unsigned(devnet, OWNER, 0)).toMatchObject({ reason: 'BadNonce' });
    const amount = 10n ** 15n;
    const { wallet_1 } = devnet.accounts;
    await expect(devnet.stacks.transfer({ to: wallet_1.stx.address, amount, as: OWNER })).rejects.toMatchObject({
      code: 'REJECTED',
      message: expect.stringContaining('NotEnoughFunds'),
    });
  });

  test('behavior: as a sponsor, it pays without a signature', async () => {
    await devnet.impersonate(OWNER);
    const { network, accounts } = devnet;
    const { wallet_4, wallet_5 } = accounts;
    const origin = await makeSTXTokenTransfer({
      recipient: wallet_5.stx.address,
      amount: 1n,
      fee: 0n,
      nonce: 0n,
      senderKey: wallet_4.privateKey,
      sponsored: true,
      network,
    });
    const { nonce } = (await (await fetch(`${devnet.urls.stacks}/v2/accounts/${OWNER}?proof=0`)).json()) as { nonce: number };
    const transaction = await sponsorTransaction({
      transaction: origin,
      sponsorPrivateKey: randomPrivateKey(),
      fee: 600n,
      sponsorNonce: nonce,
      network,
    });
    const condition = (transaction.auth as unknown as { sponsorSpendingCondition: { signer: string } }).sponsorSpendingCondition;
    condition.signer = unsignedAs(origin, OWNER).auth.spendingCondition.signer;
    // The origin is as it was signed.
    const { signer } = (
      await makeSTXTokenTransfer({
        recipient: wallet_5.stx.address,
        amount: 1n,
        fee: 0n,
        nonce: 0n,
        senderKey: wallet_4.privateKey,
        network,
      })
    ).auth.spendingCondition;
    transaction.auth.spendingCondition.signer = signer;
    const sent = await broadcastTransaction({ transaction, network });
    if ('error' in sent) throw new Error(JSON.stringify(sent));
    expect(await devnet.stacks.waitForTx(sent.txid)).toMatchObject({ status: 'success' });
  });

  test('behavior: restores do not change it, and copies have it', async () => {
    await devnet.impersonate(OWNER);
    const id = await devnet.snapshot();
    await devnet.restore(id);
    expect((await devnet.status()).impersonated).toContain(OWNER);
    await using copy = await devnet.clone();
    expect((await copy.status()).impersonated).toEqual((await devnet.status()).impersonated);
    await copy.stopImpersonating(OWNER);
    expect((await devnet.status()).impersonated).toContain(OWNER);
    await copy.impersonate(OWNER);
    expect(await copy.contract('vault').call('look', [], { as: OWNER })).toMatchObject({ status: 'success' });
  });

  test('error: no address, a contract, an address of mainnet', async () => {
    const { deployer } = devnet.accounts;
    for (const principal of ['', 'wallet_1', `${deployer.stx.address}.vault`, 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 7 as never]) {
      await expect(devnet.impersonate(principal), String(principal)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'principal' });
    }
    const call = devnet.contract('vault').call('look', [], { as: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'as' });
    expect(() => unsignedAs({} as never, 'ST1')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'address' }));
  });
});

test('default: over HTTP, and from the configuration', async () => {
  await using devnet = await startDevnet({ impersonate: [VAULT] });
  await using connected = await connectDevnet(devnet.urls.gateway ?? '');
  expect((await connected.status()).impersonated).toEqual([VAULT]);
  await connected.impersonate(OWNER);
  await connected.faucet.stx(OWNER);
  const { address } = connected.accounts.wallet_1.stx;
  const sent = await Promise.all([1n, 1n].map((amount) => connected.stacks.transfer({ to: address, amount, as: OWNER })));
  expect(new Set(sent.map(({ txid }) => txid)).size).toBe(2);
  await connected.stopImpersonating(VAULT);
  expect((await devnet.status()).impersonated).toEqual([OWNER]);
  const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/impersonate`, {
    method: 'POST',
    headers: { origin: 'https://example.com', 'content-type': 'application/json' },
    body: JSON.stringify({ principal: OWNER }),
  });
  expect(answer.status).toBe(403);
});

test('error: other engines check every signature', async () => {
  await expect(startDevnet({ engine: 'native', impersonate: [OWNER] })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'impersonate',
  });
  await using devnet = await startDevnet();
  const { bitcoin, stacks } = devnet.urls;
  const external = { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: stacks };
  await using attached = await startDevnet({ engine: 'external', external });
  const refusal = { code: 'UNSUPPORTED', message: 'the nodes of the external engine check every signature' };
  await expect(attached.impersonate(OWNER)).rejects.toMatchObject(refusal);
  await using connected = await connectDevnet(attached.urls.gateway ?? '');
  await expect(connected.stopImpersonating(OWNER)).rejects.toMatchObject(refusal);
});
