import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const COUNTER = '(define-data-var count uint u0)\n(define-public (add) (ok (var-set count (+ (var-get count) u1))))';
const CONTRACT = `${DEPLOYER.address}.counter`;

test('behavior: a VM whose thread dies is replaced by one in the same state; nothing that was accepted is lost', async () => {
  using workers = watchWorkers();
  await using node = await startTestNode({ mining: 'manual' });
  await deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n });
  await node.mine();
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const snapshot = await node.snapshot();

  // between blocks: a read waits for the new VM
  await workers.killAll();
  expect(await count(node.url)).toBe(1n);

  // before a block: it is made all the same
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 1n });
  await workers.killAll();
  await node.mine();
  expect(await count(node.url)).toBe(2n);

  // in the middle of a block, with reads under way
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 2n });
  const mined = node.mine();
  const [read] = await Promise.all([count(node.url), workers.killAll()]);
  await mined;
  expect(read).toBeGreaterThanOrEqual(2n);
  expect(await count(node.url)).toBe(3n);

  await workers.killAll();
  await node.restore(snapshot);
  expect(await count(node.url)).toBe(1n);
  await workers.killAll();
  await node.burnReorg(BOOT_HEIGHT);
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 1n });
  await node.mine();
});

async function count(url: string): Promise<bigint> {
  const answer = await fetch(`${url}/v2/data_var/${DEPLOYER.address}/counter/count?proof=0`);
  return BigInt(`0x${((await answer.json()) as { data: string }).data.slice(4)}`);
}

/** Knows the threads that start from now on. */
function watchWorkers() {
  const workers = new Set<Worker>();
  const onWorker = (worker: Worker) => {
    workers.add(worker);
    worker.on('exit', () => workers.delete(worker));
  };
  process.on('worker', onWorker);
  return {
    killAll: async () => {
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
    [Symbol.dispose]: () => process.off('worker', onWorker),
  };
}
