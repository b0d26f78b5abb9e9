import { useDevnet } from 'stacks-devnet/vitest';
import { expect, inject, test } from 'vitest';

// This file mines by itself and counts blocks: it has a network of its own, which nobody else moves.
const net = useDevnet({ own: { mining: { bitcoin: 'manual' } }, restore: true });

test('nothing is mined unasked', async () => {
  expect(net.devnet.urls.gateway).not.toBe(inject('stacksDevnet').url);
  const { bitcoin } = await net.devnet.status();
  const { btc } = await net.account({ btc: 0n });
  await net.devnet.faucet.btc(btc.address, { wait: false });
  expect((await net.devnet.status()).bitcoin.height).toBe(bitcoin.height);
  await net.devnet.mineUntil({ burnHeight: bitcoin.height + 3 });
  expect((await net.devnet.status()).bitcoin.height).toBe(bitcoin.height + 3);
});
