import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from '../../test-node.js';
import { transfer } from '../../transactions.js';

test('behavior: the coinbase and the fees of a tenure are paid a hundred tenures later, and again after a reorganisation', async () => {
  await using observer = await observe();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
  const miner = async () => BigInt((await account(node.url, networkOf().producerAddress)).balance);
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, fee: 1234n, nonce: 0n });
  await node.mine();

  const mature = BOOT_HEIGHT + 100;
  for (let height = BOOT_HEIGHT + 1; height < mature; height++) await node.burnBlock(burnBlock(height));
  expect(await miner()).toBe(0n);
  await node.burnBlock(burnBlock(mature));
  expect(await miner()).toBe(1_000_000_000n);
  await node.burnBlock(burnBlock(mature + 1));
  expect(await miner()).toBe(2_000_001_234n);

  await node.burnReorg(mature - 1);
  expect(await miner()).toBe(0n);
  for (let height = mature; height <= mature + 1; height++) await node.burnBlock(burnBlock(height, 1, height === mature ? 0 : 1));
  expect(await miner()).toBe(2_000_001_234n);

  await expect.poll(() => observer.rewards()).toHaveLength(8);
  const boot = 'ST000000000000000000002AMW42H';
  expect(observer.rewards().slice(0, 4)).toMatchObject([
    { recipient: networkOf().producerAddress, coinbase_amount: '1000000000', tx_fees_streamed_produced: '0' },
    { recipient: boot, miner_address: boot, coinbase_amount: '0', tx_fees_streamed_produced: '0' },
    { recipient: networkOf().producerAddress, coinbase_amount: '1000000000', tx_fees_streamed_produced: '0' },
    { recipient: networkOf().producerAddress, coinbase_amount: '0', tx_fees_anchored: '0', tx_fees_streamed_produced: '1234' },
  ]);
});

async function account(url: string, principal: string): Promise<{ balance: string }> {
  return (await fetch(`${url}/v2/accounts/${principal}?proof=0`)).json() as Promise<{ balance: string }>;
}

async function observe() {
  const rewards: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      if (request.url === '/new_block') rewards.push(...(JSON.parse(text) as { matured_miner_rewards: unknown[] }).matured_miner_rewards);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewards: () => rewards,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
