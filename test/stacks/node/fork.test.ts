import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const COUNTER = `
  (define-data-var count uint u0)
  (define-public (add) (ok (var-set count (+ (var-get count) u1))))
  (define-read-only (get-count) (var-get count))
`;

test('default: a fork continues from the same chain, independently of its origin', async () => {
  await using node = await startTestNode();
  await deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n });
  const contract = `${DEPLOYER.address}.counter`;
  await call(node.url, WALLET_1, { contract, fn: 'add', nonce: 0n });
  await settled(node, WALLET_1.address, 1);

  const fork = await node.fork();
  const { url } = await fork.listen({ host: '127.0.0.1', port: 0 });
  try {
    expect(fork.tip()).toEqual(node.tip());
    await call(url, WALLET_1, { contract, fn: 'add', nonce: 1n });
    await settled({ url }, WALLET_1.address, 2);
    expect([await count(node.url), await count(url)]).toEqual([1n, 2n]);

    // the same inputs make the same chain on both
    await call(node.url, WALLET_1, { contract, fn: 'add', nonce: 1n });
    await settled(node, WALLET_1.address, 2);
    expect(fork.tip()).toEqual(node.tip());

    await fork.burnBlock(burnBlock(BOOT_HEIGHT + 1));
    await fork.burnReorg(BOOT_HEIGHT);
    expect(fork.tip()).toEqual(node.tip());
  } finally {
    await fork.close();
  }
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 1n });
  await settled(node, DEPLOYER.address, 2);
});

test('behavior: transactions pending in the origin are pending in the fork, which outlives its origin', async () => {
  let fork: Awaited<ReturnType<Awaited<ReturnType<typeof startTestNode>>['fork']>>;
  {
    await using node = await startTestNode({ mining: 'manual' });
    await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 0n });
    fork = await node.fork();
  }
  const { url } = await fork.listen({ host: '127.0.0.1', port: 0 });
  try {
    await fork.burnReorg(BOOT_HEIGHT - 3);
    await fork.mine();
    await settled({ url }, DEPLOYER.address, 1);
  } finally {
    await fork.close();
  }
});

async function settled({ url }: { url: string }, principal: string, nonce: number): Promise<void> {
  const read = async () => ((await (await fetch(`${url}/v2/accounts/${principal}?proof=0`)).json()) as { nonce: number }).nonce;
  await expect.poll(read).toBe(nonce);
}

async function count(url: string): Promise<bigint> {
  const answer = await fetch(`${url}/v2/data_var/${DEPLOYER.address}/counter/count?proof=0`);
  return BigInt(`0x${((await answer.json()) as { data: string }).data.slice(4)}`);
}
