import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet({ per: 'test' }); // each test has a Stacks chain and a Bitcoin chain of its own

test('wallet_2 is paid on both chains', async () => {
  const { stacks, faucet, accounts, balance } = net.devnet;
  await stacks.transfer({ to: 'wallet_2', amount: 1_000_000n, as: 'wallet_1' }); // micro-STX, confirmed
  await faucet.btc(accounts.wallet_2.btc.address, { amount: 50_000n }); // sats, confirmed

  const { stx, btc } = await balance('wallet_2');
  assert.equal(stx, 100_000_001_000_000n);
  assert.equal(btc, 1_000_050_000n);
});
