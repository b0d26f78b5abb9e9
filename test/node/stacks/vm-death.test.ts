import { inspect } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { StacksNodeEvent } from '#dist/node/stacks/types.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const COUNTER = '(define-data-var count uint u0)\n(define-public (add) (ok (var-set count (+ (var-get count) u1))))';
const CONTRACT = `${DEPLOYER.address}.counter`;
const STRANGER = 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S';

test('behavior: after a crash of its thread, a new VM in the same state replaces the VM; accepted transactions are not lost', async () => {
  using workers = watchWorkers();
  await using node = await startTestNode({ mining: 'manual' });
  const atBoot = await node.snapshot();
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

  // the new VM keeps what the old one kept: it takes no third to go back
  await workers.killAll();
  const started = workers.started();
  await node.restore(snapshot);
  await node.restore(atBoot);
  await node.restore(snapshot);
  expect(workers.started()).toBe(started + 1);
  expect(await count(node.url)).toBe(1n);
  await workers.killAll();
  await node.burnReorg(BOOT_HEIGHT);
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 1n });
  await node.mine();
});

test('behavior: a transaction that crashes the thread twice is dropped with a reason; all others are mined', async () => {
  using workers = watchWorkers();
  const [warnings, dropped]: [string[], StacksNodeEvent[]] = [[], []];
  await using node = await startTestNode({ mining: 'manual', onWarning: (message) => warnings.push(message) });
  node.subscribe((event) => event.type === 'mempool-dropped' && dropped.push(event));
  await deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n });
  await node.mine();
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 0n });
  await node.mine();
  const snapshot = await node.snapshot();

  const before = await transfer(node.url, DEPLOYER, { recipient: STRANGER, amount: 5n, fee: 20_000n, nonce: 1n });
  const deadly = await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 1n });
  const after = await transfer(node.url, WALLET_2, { recipient: STRANGER, amount: 7n, nonce: 0n });
  workers.dieOf(deadly);
  // the first block takes what comes before it, the second begins a tenure and leaves it out, the third takes the rest
  await node.mine();
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  expect(workers.deaths()).toBe(3);
  expect(dropped).toMatchObject([
    { txid: `0x${deadly}`, reason: 'Problematic', detail: "it crashed the Clarity VM's thread twice", replacedBy: undefined },
  ]);
  expect(warnings.at(-1)).toBe(`the transaction 0x${deadly} is dropped, because it crashed the Clarity VM's thread twice`);
  expect(warnings).toHaveLength(4);
  expect(await count(node.url)).toBe(1n);
  expect(await account(node.url, STRANGER)).toEqual({ balance: 12n, nonce: 0 });
  expect(await account(node.url, DEPLOYER.address)).toMatchObject({ nonce: 2 });
  expect(await account(node.url, WALLET_2.address)).toMatchObject({ nonce: 1 });
  expect((await fetch(`${node.url}/v2/transactions/unconfirmed/${deadly}`)).status).toBe(404);
  expect(await mined(node.url, [before, deadly, after])).toEqual([200, 404, 200]);

  // its place is free, no fee was taken, and what was kept is still there
  const paid = await account(node.url, WALLET_1.address);
  expect(paid).toEqual({ balance: 100_000_000_000_000n - 10_000n, nonce: 1 });
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 1n });
  workers.dieOf(undefined);
  await node.mine();
  expect(await count(node.url)).toBe(2n);
  await node.restore(snapshot);
  expect(await count(node.url)).toBe(1n);
  expect(await account(node.url, STRANGER)).toEqual({ balance: 0n, nonce: 0 });
});

async function count(url: string): Promise<bigint> {
  const answer = await fetch(`${url}/v2/data_var/${DEPLOYER.address}/counter/count?proof=0`);
  return BigInt(`0x${((await answer.json()) as { data: string }).data.slice(4)}`);
}

async function account(url: string, principal: string): Promise<{ balance: bigint; nonce: number }> {
  const answer = await fetch(`${url}/v2/accounts/${principal}?proof=0`);
  const { balance, nonce } = (await answer.json()) as { balance: string; nonce: number };
  return { balance: BigInt(balance), nonce };
}

/** Whether the node has mined each: 200 or 404. */
async function mined(url: string, txids: readonly string[]): Promise<number[]> {
  return Promise.all(txids.map(async (txid) => (await fetch(`${url}/v3/transaction/${txid}`)).status));
}

/** Knows the threads that start from now on. */
function watchWorkers() {
  const workers = new Set<Worker>();
  let deadly: string | undefined;
  let [started, deaths] = [0, 0];
  const onWorker = (worker: Worker) => {
    started++;
    workers.add(worker);
    worker.on('exit', () => workers.delete(worker));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: unknown, transfer?: Parameters<Worker['postMessage']>[1]) => {
      if (deadly === undefined || !inspect(message, { depth: null }).includes(deadly)) return post(message, transfer);
      // instead of reading it
      deaths++;
      void worker.terminate();
    };
  };
  process.on('worker', onWorker);
  return {
    killAll: async () => {
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
    /** From now on threads die of what has this txid in it; undefined: of nothing. */
    dieOf(txid: string | undefined) {
      deadly = txid;
    },
    started: () => started,
    deaths: () => deaths,
    [Symbol.dispose]: () => process.off('worker', onWorker),
  };
}
