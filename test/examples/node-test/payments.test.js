import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

// With `stacks-devnet exec -- node --test` all files share one network. With `node --test` each file starts its own.
const net = useDevnet({ restore: true });

test('a payment is confirmed', async () => {
  const { stx } = await net.account({ btc: 0n });
  const { txId, block } = await net.devnet.faucet.stx(stx.address, { amount: 5n });
  const receipt = await net.devnet.stacks.receipt(txId);
  assert.equal(receipt?.status, 'success');
  assert.deepEqual(receipt?.block, block);
});

test('three Bitcoin blocks confirm the tenure of a payment', async () => {
  const { stx } = await net.account({ btc: 0n });
  const { txId } = await net.devnet.faucet.stx(stx.address);
  const [receipt] = await Promise.all([net.devnet.stacks.waitForAnchor(txId, { confirmations: 3 }), net.devnet.bitcoin.mine(3)]);
  assert.ok(receipt.confirmations >= 3);
});
