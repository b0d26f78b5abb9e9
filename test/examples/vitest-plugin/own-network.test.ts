import { useDevnet } from 'stacks-devnet/vitest';
import { expect, inject, test } from 'vitest';

// This file counts blocks, so it needs a network on which no other file mines.
const net = useDevnet({ own: { mining: { bitcoin: 'manual' } }, restore: true });

test('the network mines only on request', async () => {
  expect(net.devnet.urls.gateway).not.toBe(inject('stacksDevnet').url);
  const { bitcoin } = await net.devnet.status();
  const { btc } = await net.account({ btc: 0n });
  await net.devnet.faucet.btc(btc.address, { wait: false });
  expect((await net.devnet.status()).bitcoin.height).toBe(bitcoin.height);
  await net.devnet.mineUntil({ burnHeight: bitcoin.height + 3 });
  expect((await net.devnet.status()).bitcoin.height).toBe(bitcoin.height + 3);
});
