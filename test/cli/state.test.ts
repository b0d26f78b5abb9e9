import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../devnet.js';
import { emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const source = `
(define-data-var paused bool false)
(define-map owners uint principal)
(define-fungible-token coin)
(define-non-fungible-token badge uint)`;

let network: Devnet;
beforeAll(async () => {
  network = await bootDevnet({ gateway: true });
  await network.stacks.deploy({ name: 'vault', source, as: 'deployer' });
});
afterAll(() => network?.close());

async function cli(...args: string[]) {
  using home = emptyHome();
  return inProcess([...args, '--url', network.urls.gateway ?? ''], home.env);
}

test('default: a person writes names of accounts, units and values as Clarity does', async () => {
  expect(await cli('state', 'stx', 'wallet_1', '1.5STX')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set stx\b/) });
  expect((await network.balance('wallet_1')).stx).toBe(1_500_000n);
  expect(await cli('state', 'ft', 'vault::coin', 'wallet_1', '7')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set ft\b/) });
  expect(Object.values((await network.balance('wallet_1')).tokens)).toContain(7n);
  expect(await cli('state', 'var', 'vault', 'paused', 'true')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set var\b/) });
  expect(await network.contract('vault').variable('paused')).toBe(true);
  expect(await cli('state', 'nonce', 'wallet_2', '50')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set nonce\b/) });
});

test('behavior: a contract of the project is named without its address, and what is left out is deleted', async () => {
  const { address } = network.accounts.deployer.stx;
  const vault = network.contract('vault');
  expect(await cli('state', 'map', 'vault', 'owners', 'u1', '.vault')).toMatchObject({ status: 0 });
  expect(await vault.map('owners', 1n)).toBe(`${address}.vault`);
  expect(await cli('state', 'map', 'vault', 'owners', 'u1')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set map\b/) });
  expect(await vault.map('owners', 1n)).toBeNull();
  const badges = async () =>
    Object.entries((await network.balance('wallet_1')).tokens).find(([asset]) => asset.endsWith('badge'))?.[1] ?? 0n;
  expect(await cli('state', 'nft', 'vault::badge', 'u3', 'wallet_1')).toMatchObject({ status: 0 });
  expect(await badges()).toBe(1n);
  expect(await cli('state', 'nft', 'vault::badge', 'u3')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^set nft\b/) });
  expect(await badges()).toBe(0n);
});

test('behavior: a time is seconds or a date, and is printed as it was written', async () => {
  expect(await cli('state', 'time', '2040-01-01')).toEqual({ status: 0, stdout: 'the next Bitcoin block is at 2040-01-01', stderr: '' });
  const answer = await cli('state', 'time', '2208988800', '--json');
  expect({ ...answer, stdout: JSON.parse(answer.stdout) }).toEqual({ status: 0, stdout: { time: '2208988800' }, stderr: '' });
});

test('behavior: a snapshot is printed by the name that was written', async () => {
  const id = await network.snapshot('before');
  expect(await cli('snapshot', 'restore', 'before')).toEqual({ status: 0, stdout: 'restored before', stderr: '' });
  expect(await cli('snapshot', 'rm', 'before')).toEqual({ status: 0, stdout: 'removed before', stderr: '' });
  await network.snapshot('other');
  const removed = await cli('snapshot', 'rm', 'other', '--json');
  expect(Object.keys(JSON.parse(removed.stdout))).toEqual(['removed']);
  expect(JSON.parse(removed.stdout)).not.toEqual({ removed: 'other' });
  expect((await network.snapshots()).map((snapshot) => snapshot.id)).not.toContain(id);
});

test.each([
  ['an amount', ['stx', 'wallet_1', 'much'], 'amount'],
  ['an account', ['stx', 'walet_1', '5'], 'principal'],
  ['a value', ['var', 'vault', 'paused', 'u1 u2'], 'value'],
  ['a value of another type', ['var', 'vault', 'paused', 'u1'], 'bool'],
  ['a nonce', ['nonce', 'wallet_1', '-1'], 'nonce'],
  ['a time', ['time', 'tomorrow'], 'time'],
])('error: %s that is wrong', async (_name, args, named) => {
  const before = (await network.status()).stacks.height;
  expect(await cli('state', ...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(named) });
  expect((await network.status()).stacks.height).toBe(before);
});
