import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';

/** A P2WPKH address whose key nobody has here. */
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const BURN_BLOCKS =
  '(define-read-only (hash-at (height uint)) (get-burn-block-info? header-hash height)) (define-read-only (tip) burn-block-height)';

// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests are about
async function rpc(devnet: Devnet, method: string, ...params: unknown[]): Promise<any> {
  const { rpcUser = '', rpcPassword = '' } = devnet.credentials ?? {};
  const response = await fetch(devnet.urls.bitcoin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}` },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: unknown; error: { message: string } | null };
  if (error !== null) throw new Error(error.message);
  return result;
}

/** Spends the coins of an address that is impersonated. */
async function spendAll(devnet: Devnet, address: string, to: string): Promise<string> {
  const { unspents, total_amount: total } = await rpc(devnet, 'scantxoutset', 'start', [`addr(${address})`]);
  const inputs = unspents.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout }));
  return rpc(
    devnet,
    'sendrawtransaction',
    await rpc(devnet, 'createrawtransaction', inputs, [{ [to]: Number((total - 0.0001).toFixed(8)) }]),
  );
}

/** The double SHA-256 of the header of a block, as Bitcoin shows it. */
async function hashOfHeader(devnet: Devnet, height: number): Promise<string> {
  const header = Buffer.from(await rpc(devnet, 'getblockheader', await rpc(devnet, 'getblockhash', height), false), 'hex');
  const sha = (data: Buffer) => createHash('sha256').update(data).digest();
  return sha(sha(header)).reverse().toString('hex');
}

test('a fork of Bitcoin and one of Stacks agree about Bitcoin blocks, with both origins and with each other', async () => {
  await using folder = await temporaryFolder('fork');
  const cache = { dir: folder.path, enabled: true };
  await using origin = await bootDevnet({ gateway: true });
  await origin.faucet.btc(STRANGER, { amount: 250_000n });
  await origin.mine({ bitcoin: 2 });
  const { height } = (await origin.status()).bitcoin;
  const settings = { fork: { url: origin.urls.stacks, bitcoin: { url: origin.urls.bitcoin } }, cache };
  await using fork = await bootDevnet(settings);
  expect((await fork.status()).fork).toMatchObject({ bitcoinOffset: 0 });
  expect((await fork.status()).bitcoin.height).toBe(height + 2);

  await fork.stacks.deploy({ name: 'burn', source: BURN_BLOCKS, as: 'deployer', expect: 'ok' });
  const burn = fork.contract(`${fork.accounts.deployer.stx.address}.burn`);
  expect(await burn.read('tip', [])).toBe(BigInt((await fork.status()).bitcoin.height));
  for (const at of [height - 20, height, height + 1, height + 2]) {
    const hash = at <= height ? await rpc(origin, 'getblockhash', at) : await rpc(fork, 'getblockhash', at);
    expect(await hashOfHeader(fork, at)).toBe(hash);
    expect([at, Buffer.from((await burn.read('hash-at', [BigInt(at)])) as Uint8Array).toString('hex')]).toEqual([at, hash]);
  }

  await expect(fork.chaos.reorg({ blocks: 90 })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringMatching(/^NOT_IN_FORK: .* Abandon at most/),
  });
  expect((await rpc(fork, 'getblockheader', await rpc(fork, 'getblockhash', height))).confirmations).toBeGreaterThan(2);

  const wrong = { fork: { url: origin.urls.stacks, bitcoin: { url: origin.urls.bitcoin, height: height - 1 } }, cache };
  await expect(bootDevnet(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'fork.bitcoin.height' });
});

test('a fork of Bitcoin alone: accounts are funded, strangers impersonated, states loaded, a second run is offline', async () => {
  await using folder = await temporaryFolder('fork');
  const cache = { dir: folder.path, enabled: true };
  const origin = await bootDevnet({ gateway: true });
  await using _closed = { [Symbol.asyncDispose]: () => origin.close() };
  await origin.faucet.btc(STRANGER, { amount: 250_000n });
  const { height, hash } = (await origin.status()).bitcoin;
  const balances = async (devnet: Devnet) => (await devnet.balances()).map(({ name, btc }) => ({ name, btc: btc.balance }));
  const before = await balances(origin);
  const bitcoin = { url: origin.urls.bitcoin, height };
  const outcome = async (fork: Devnet) => {
    expect(await rpc(fork, 'getblockhash', height)).toBe(hash);
    await fork.impersonate(STRANGER);
    expect((await fork.status()).impersonated).toContain(STRANGER);
    const txid = await spendAll(fork, STRANGER, fork.accounts.wallet_1.btc.address);
    await fork.bitcoin.waitForTx(txid);
    await fork.stopImpersonating(STRANGER);
    return balances(fork);
  };

  await using fork = await bootDevnet({ gateway: true, fork: { bitcoin }, cache });
  // The coins of the origin, and those that a network gives.
  for (const [at, { name, btc }] of (await balances(fork)).entries()) expect([name, btc]).toEqual([name, (before[at]?.btc ?? 0n) * 2n]);
  const first = await outcome(fork);
  const copy = await fork.clone({ ports: false });
  expect(await balances(copy)).toEqual(first);
  await copy.close();
  const state = await fork.dumpState();
  await fork.faucet.btc(STRANGER, { amount: 1_000n });
  await fork.loadState(state);
  expect(await balances(fork)).toEqual(first);
  expect(await balances(origin)).toEqual(before);

  await origin.close();
  await using offline = await bootDevnet({ fork: { bitcoin, offline: true }, cache });
  expect(await outcome(offline)).toEqual(first);
  await offline.loadState(state);
  expect(await balances(offline)).toEqual(first);
});

test('behavior: a fork whose cache is empty asks the origin for the coins that a state file spends', async () => {
  await using origin = await bootDevnet({ gateway: true });
  await origin.faucet.btc(STRANGER, { amount: 250_000n });
  const { height } = (await origin.status()).bitcoin;
  const settings = { gateway: true, fork: { bitcoin: { url: origin.urls.bitcoin, height } }, cache: { enabled: false } };
  await using fork = await bootDevnet(settings);
  await fork.impersonate(STRANGER);
  const txid = await spendAll(fork, STRANGER, fork.accounts.wallet_1.btc.address);
  await fork.bitcoin.waitForTx(txid);
  const state = await fork.dumpState();

  await using other = await bootDevnet(settings);
  await other.loadState(state);
  expect((await other.status()).bitcoin).toEqual((await fork.status()).bitcoin);
  expect(Buffer.compare(await other.dumpState(), state)).toBe(0);
});

test('a fork of Bitcoin on another engine, a height without a network, impersonation without a fork', async () => {
  const bitcoin = { url: 'http://127.0.0.1:1', height: 5 };
  await expect(bootDevnet({ engine: 'native', fork: { bitcoin } })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'fork.bitcoin.url',
  });
  await expect(bootDevnet({ fork: { bitcoin: { height: 5 } } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'fork.bitcoin.height',
  });
  await using devnet = await bootDevnet();
  await expect(devnet.impersonate(STRANGER)).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    hint: expect.stringContaining('--fork-bitcoin'),
  });
});
