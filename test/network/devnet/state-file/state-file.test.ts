import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { describe, expect, test, vi } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet, stacksGet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { FULL_LENGTH } from '../../../full-length.js';

const counter = `(define-map counts principal uint)
(define-data-var log (list 10 {who: principal, step: uint}) (list))
(define-constant at stacks-block-height)
(define-public (add (step uint))
  (begin
    (var-set log (unwrap-panic (as-max-len? (append (default-to (list) (slice? (var-get log) u0 u3)) {who: tx-sender, step: step}) u10)))
    (ok (map-set counts tx-sender (+ step (default-to u0 (map-get? counts tx-sender)))))))
(define-read-only (get-count (who principal)) (default-to u0 (map-get? counts who)))`;

const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;
const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

async function tips(devnet: Devnet) {
  const { bitcoin, stacks } = await devnet.status();
  return { bitcoin, stacks };
}

/** Continues a network, by 100 blocks at full length, and returns the hashes of both chains. */
async function goOn(devnet: Devnet): Promise<unknown[]> {
  const hashes: unknown[] = [];
  for (let round = 1; round <= (FULL_LENGTH ? 50 : 8); round++) {
    await devnet.contract('counter').call('add', [BigInt(round)], { as: `wallet_${1 + (round % 3)}`, wait: false });
    await devnet.stacks.transfer({ to: 'wallet_5', amount: BigInt(round), as: 'wallet_4', wait: false });
    // Faucets choose the same coins, keys and nonces.
    await devnet.faucet.btc(account(devnet, 'wallet_6').btc.address, { wait: false });
    for (const name of ['wallet_6', 'wallet_7']) await devnet.faucet.stx(account(devnet, name).stx.address, { wait: false });
    await devnet.stacks.mine();
    await devnet.bitcoin.mine();
    hashes.push(await tips(devnet));
  }
  return hashes;
}

test('default: a network with a state file goes on where it ended, exactly as one that never stopped', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder('state');
  const state = path.join(folder.path, 'deep', 'net.state');
  const first = await bootDevnet({ state, mining: MANUAL });
  await first.stacks.deploy({ name: 'counter', source: counter, as: 'deployer', wait: false });
  await first.bitcoin.mine();
  const called = await first.contract('counter').call('add', [3n], { as: 'wallet_1', wait: false });
  await first.bitcoin.mine();
  // In both mempools.
  const paid = await first.faucet.btc(account(first, 'wallet_2').btc.address, { wait: false });
  await first.faucet.stx(account(first, 'wallet_2').stx.address, { wait: false });
  await first.stacks.transfer({ to: 'wallet_2', amount: 5n, as: 'wallet_3', wait: false });
  await first.impersonate(account(first, 'wallet_8').stx.address);
  const ended = { tips: await tips(first), balances: await first.balances(), receipt: await first.stacks.receipt(called) };
  const bytes = await first.dumpState();
  await using stayed = await first.clone();
  await first.close();
  expect(equal(await readFile(state), bytes)).toBe(true);
  expect(await readdir(path.dirname(state))).toEqual(['net.state']);
  expect((await stat(state)).mode & 0o777).toBe(0o600);

  const second = await bootDevnet({ state });
  try {
    expect({ tips: await tips(second), balances: await second.balances(), receipt: await second.stacks.receipt(called) }).toEqual(ended);
    expect((await second.status()).impersonated).toEqual([account(second, 'wallet_8').stx.address]);
    expect(equal(await second.dumpState(), bytes)).toBe(true);
    expect(await second.stacks.trace(called)).toEqual(await stayed.stacks.trace(called));
    const hashes = await goOn(stayed);
    expect(await goOn(second)).toEqual(hashes);
    expect(await second.bitcoin.waitForTx(paid.txId)).toEqual(await stayed.bitcoin.waitForTx(paid.txId));
    expect(equal(await second.dumpState(), await stayed.dumpState())).toBe(true);
    const id = await second.snapshot();
    await second.bitcoin.mine(2);
    await second.restore(id);
    expect(await tips(second)).toEqual(hashes.at(-1));
  } finally {
    await second.close();
  }
  expect(equal(await readFile(state), bytes)).toBe(false);
});

test('default: the history, wallets, deposits and the bridge are part of the state', { timeout: 60_000 }, async () => {
  const sbtc = { bridge: { mode: 'manual' } } as const;
  await using first = await startDevnet({ sbtc });
  const { wallet_1 } = first.accounts;
  await first.faucet.stx(wallet_1.stx.address);
  await first.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  await first.sbtc.deposit({ recipient: wallet_1.stx.address, amount: 100_000n, wait: false });
  const wallet = async (devnet: Devnet, method: string, ...params: unknown[]) => {
    const { rpcUser, rpcPassword } = devnet.credentials ?? { rpcUser: 'devnet', rpcPassword: 'devnet' };
    const headers = { authorization: `Basic ${btoa(`${rpcUser}:${rpcPassword}`)}` };
    const request = { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }) };
    return ((await (await fetch(devnet.urls.bitcoin, request)).json()) as { result: unknown }).result;
  };
  await wallet(first, 'createwallet', 'savings');
  await first.faucet.btc((await wallet(first, 'getnewaddress')) as string);
  await first.bitcoin.mine(2);
  await first.setMining(MANUAL);
  const bytes = await first.dumpState();

  await using second = await startDevnet({ sbtc });
  await second.loadState(bytes);
  expect(equal(await second.dumpState(), bytes)).toBe(true);
  const answers = async (devnet: Devnet) => ({
    transactions: await (await fetch(`${devnet.urls.gateway}/extended/v1/tx?limit=50`)).json(),
    blocks: await (await fetch(`${devnet.urls.gateway}/extended/v2/blocks?limit=20`)).json(),
    balances: await (await fetch(`${devnet.urls.gateway}/extended/v1/address/${wallet_1.stx.address}/balances`)).json(),
    genesis: await (await fetch(`${devnet.urls.gateway}/extended/v2/blocks/1/transactions?limit=5`)).json(),
    utxo: await (await fetch(`${devnet.urls.gateway}/api/address/${wallet_1.btc.address}/utxo`)).json(),
    wallet: [await wallet(devnet, 'getwalletinfo'), await wallet(devnet, 'listtransactions'), await wallet(devnet, 'getbalances')],
    deposits: await devnet.sbtc.deposits(),
    network: await devnet.balances(),
  });
  expect(await answers(second)).toEqual(await answers(first));
  for (const devnet of [first, second]) {
    await devnet.sbtc.step();
    await devnet.bitcoin.mine();
  }
  expect(await answers(second)).toEqual(await answers(first));
});

test('default: the same calls give the same bytes, at any time', async () => {
  const make = async () => {
    await using devnet = await bootDevnet({ mining: MANUAL });
    await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer', wait: false });
    await devnet.bitcoin.mine();
    await devnet.contract('counter').call('add', [3n], { as: 'wallet_1', wait: false });
    await devnet.faucet.stx(account(devnet, 'wallet_2').stx.address, { wait: false });
    await devnet.bitcoin.mine();
    await devnet.faucet.btc(account(devnet, 'wallet_2').btc.address, { wait: false });
    return await devnet.dumpState();
  };
  const first = await make();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  try {
    expect(equal(await make(), first)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

describe('a network that runs', () => {
  test('behavior: a load is a restore: snapshots stay, waits end, and its mining modes hold', async () => {
    await using other = await bootDevnet({ mining: MANUAL });
    await other.bitcoin.mine(3);
    const bytes = await other.dumpState();
    await using devnet = await bootDevnet();
    const { txId } = await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
    const id = await devnet.snapshot('before');
    const before = { tips: await tips(devnet), balances: await devnet.balances(), receipt: await devnet.stacks.receipt(txId) };
    const events: string[] = [];
    devnet.subscribe(({ type }) => events.push(type));
    await devnet.setMining({ stacks: 'manual' });
    const sent = await devnet.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'wallet_1', wait: false });
    const waiting = expect(devnet.stacks.waitForTx(sent)).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    await devnet.loadState(bytes);
    await waiting;
    expect(events).toContain('restored');
    expect(await tips(devnet)).toEqual(await tips(other));
    expect(await devnet.stacks.receipt(txId)).toBeUndefined();
    expect(await devnet.balances()).toEqual(await other.balances());
    expect((await devnet.snapshots()).map(({ name }) => name)).toEqual(['before']);
    // The faucet knows the coins and nonces of the loaded state.
    await devnet.setMining({ bitcoin: 'auto', stacks: 'auto' });
    await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
    await devnet.faucet.btc(account(devnet, 'wallet_1').btc.address);

    await devnet.restore(id);
    expect({ tips: await tips(devnet), balances: await devnet.balances(), receipt: await devnet.stacks.receipt(txId) }).toEqual(before);
    await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
  });

  test('default: over HTTP', async () => {
    await using local = await startDevnet();
    await using devnet = await connectDevnet(local.urls.gateway ?? '');
    await devnet.bitcoin.mine(2);
    const bytes = await devnet.dumpState();
    const before = await tips(devnet);
    await devnet.bitcoin.mine(2);
    await devnet.loadState(bytes);
    expect(await tips(devnet)).toEqual(before);
    await expect(devnet.loadState(Buffer.from('nothing'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('no state of stacks-devnet'),
    });
  });
});

describe('what cannot be loaded', () => {
  test('error: the state of a network with other settings says which ones', async () => {
    await using folder = await temporaryFolder('state');
    const file = path.join(folder.path, 'net.state');
    await (await bootDevnet({ dumpState: file })).close();
    await expect(bootDevnet({ loadState: file, epoch: '3.4' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'state',
      message: expect.stringMatching(/net\.state: The state is of another network: it has epoch \d\.\d, this network 3\.4 \(--epoch\)/),
    });
    await expect(bootDevnet({ loadState: file, accounts: { count: 3 } })).rejects.toThrow('it has other accounts or balances');
    const contracts = [{ deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', name: 'counter', source: counter }];
    await expect(bootDevnet({ loadState: file, contracts })).rejects.toThrow('it began with other contracts (contracts, project)');
    // What differs otherwise does not matter.
    await using devnet = await bootDevnet({ loadState: file, faucet: { stx: { amount: 7n } }, mining: MANUAL });
    expect((await devnet.status()).ready).toBe(true);
  });

  test('error: a damaged file stays as it is', async () => {
    await using folder = await temporaryFolder('state');
    const state = path.join(folder.path, 'net.state');
    await (await bootDevnet({ state })).close();
    const bytes = await readFile(state);
    bytes[1_000] = (bytes[1_000] as number) ^ 1;
    await writeFile(state, bytes);
    await expect(bootDevnet({ state })).rejects.toThrow(`${state} is damaged: its checksum does not match. Write it again`);
    await expect(bootDevnet({ loadState: `${state}.missing` })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'loadState' });
    expect(equal(await readFile(state), bytes)).toBe(true);
    expect(await readdir(folder.path)).toEqual(['net.state']);
  });

  test('error: settings that exclude each other, and engines without a state file', async () => {
    await expect(bootDevnet({ state: 'a.state', dumpState: 'b.state' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'state' });
    const external = { bitcoinRpc: 'http://u:p@127.0.0.1:1', stacksRpc: 'http://127.0.0.1:1' };
    await expect(bootDevnet({ engine: 'external', external, loadState: 'a.state' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      field: 'loadState',
      message: expect.stringContaining('the external engine has no state file: others run its nodes'),
    });
    await expect(bootDevnet({ engine: 'native', dumpState: 'a.state' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      field: 'dumpState',
      message: expect.stringContaining('the native engine has no state file: its nodes keep their state in the formats of their programs'),
    });
  });

  test('error: a file that cannot be written at the end is an error of close', async () => {
    await using folder = await temporaryFolder('state');
    const file = path.join(folder.path, 'file');
    await writeFile(file, '');
    const devnet = await bootDevnet({ dumpState: path.join(file, 'net.state') });
    await expect(devnet.close()).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('cannot write the state to') });
    await expect(stacksGet(devnet, '/v2/info')).rejects.toThrow();
  });
});
