import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ContractClient, type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCache } from '../cache.js';
import { runExample } from '../examples/run.js';
import { hasLnd } from './installed.js';

const TIMEOUT = 300_000;

test.skipIf(!hasLnd)('default: sBTC for a payment on Lightning, with two LND nodes', { timeout: TIMEOUT }, async () => {
  const { status, output } = await runExample('lightning', ['swap.js'], {}, TIMEOUT - 10_000);
  expect(output.split('\n')).toEqual([
    'locked 50000 sats of sBTC with the hash of the invoice',
    'paid the invoice, and claimed the sBTC with its preimage',
    'an invoice that nobody paid: the sBTC went back after the timeout',
    '',
  ]);
  expect(status).toBe(0);
});

describe('the hash time lock of the example', () => {
  const AMOUNT = 1_000n;
  let devnet: Devnet;
  let htlc: ContractClient;
  beforeAll(async () => {
    devnet = await startDevnet({ cache: testCache, mining: { bitcoin: 'manual' } });
    const source = await readFile(path.join(import.meta.dirname, '../examples/lightning/htlc.clar'), 'utf8');
    await devnet.stacks.deploy({ name: 'htlc', source, as: 'deployer', expect: 'ok' });
    htlc = devnet.contract('htlc');
  });
  afterAll(() => devnet?.close());

  const call = async (fn: string, as: string, ...args: unknown[]) => (await htlc.call(fn, args as never, { as })).result.repr;
  const balances = () =>
    Promise.all([devnet.accounts.wallet_1, devnet.accounts.wallet_2].map(({ stx }) => devnet.sbtc.balance(stx.address)));
  const height = async () => (await devnet.status()).bitcoin.height;
  const secret = () => {
    const preimage = randomBytes(32);
    return { preimage, hash: createHash('sha256').update(preimage).digest() };
  };
  const lock = async (hash: Buffer) => call('lock', 'wallet_1', hash, AMOUNT, devnet.accounts.wallet_2.stx.address, (await height()) + 5);

  test('default: the preimage releases the tokens to the recipient, once, whoever shows it', async () => {
    const { preimage, hash } = secret();
    const [owner = 0n, recipient = 0n] = await balances();
    expect(await lock(hash)).toBe('(ok true)');
    expect(await balances()).toEqual([owner - AMOUNT, recipient]);
    expect(await call('claim', 'wallet_2', randomBytes(32))).toBe('(err u100)');
    expect(await call('claim', 'wallet_3', preimage)).toBe('(ok true)');
    expect(await balances()).toEqual([owner - AMOUNT, recipient + AMOUNT]);
    expect(await call('claim', 'wallet_2', preimage)).toBe('(err u100)');
    expect(await call('refund', 'wallet_1', hash)).toBe('(err u102)');
    expect(await lock(hash)).toBe('(err u101)');
  });

  test('behavior: the owner gets the tokens back from the timeout on, and only then', async () => {
    const { preimage, hash } = secret();
    const before = await balances();
    expect(await lock(hash)).toBe('(ok true)');
    expect(await call('refund', 'wallet_1', hash)).toBe('(err u102)');
    await devnet.bitcoin.mine(5);
    expect(await call('refund', 'wallet_3', hash)).toBe('(ok true)');
    expect(await balances()).toEqual(before);
    expect(await call('claim', 'wallet_2', preimage)).toBe('(err u100)');
    expect(await call('refund', 'wallet_1', hash)).toBe('(err u100)');
  });

  test('error: a timeout that has passed, and an unknown hash', async () => {
    const { hash } = secret();
    const { address } = devnet.accounts.wallet_2.stx;
    expect(await call('lock', 'wallet_1', hash, AMOUNT, address, await height())).toBe('(err u103)');
    expect(await call('refund', 'wallet_1', hash)).toBe('(err u100)');
  });
});
