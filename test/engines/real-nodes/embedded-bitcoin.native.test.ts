import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Devnet, startDevnet } from '#dist/index.js';
import { describeWithNodes } from './launch/native/real-nodes.js';

// A real stacks-node follows the embedded Bitcoin node over its peer-to-peer protocol, and mines on it with its watch-only wallet.
describeWithNodes('stacks-node on the embedded Bitcoin node', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    const bitcoind = path.join(import.meta.dirname, 'embedded-bitcoind.mjs');
    devnet = await startDevnet({ engine: 'native', binaries: { bitcoind }, cache: { enabled: false } });
  });
  afterAll(() => devnet?.close());

  test('default: it boots into epoch 4.0, mines tenures and confirms transfers', async () => {
    const before = await devnet.status();
    expect(before).toMatchObject({ epoch: '4.0', ready: true });
    const client = await devnet.bitcoin.client();
    expect((await client.command('getnetworkinfo')).subversion).toContain('stacks-devnet');
    const { stx } = devnet.accounts.wallet_2;
    const { block } = await devnet.faucet.stx(stx.address, { amount: 5_000_000n });
    expect(block?.height).toBeGreaterThan(before.stacks.height);
    for (let tenure = 1; tenure <= 3; tenure++) await devnet.mine({ bitcoin: 1 });
    const after = await devnet.status();
    expect(after.bitcoin.height).toBeGreaterThanOrEqual(before.bitcoin.height + 3);
    expect(after.stacks.height).toBeGreaterThanOrEqual(before.stacks.height + 4);
    const receipt = await devnet.stacks.transfer({ to: stx.address, amount: 7n, as: 'wallet_1' });
    expect(receipt).toMatchObject({ status: 'success' });
  });

  test('default: payments of BTC reach their block', async () => {
    const { block } = await devnet.faucet.btc(devnet.accounts.wallet_3.btc.address);
    expect(block?.height).toBeGreaterThan(0);
  });
});
