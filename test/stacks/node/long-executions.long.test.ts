import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksNodeEvent, StacksNodeOptions } from '#dist/stacks/node/types.js';
import { exhaustingContract, heavyContract } from './heavy.js';
import { DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const CONTRACT = `${DEPLOYER.address}.heavy`;
/** `exhaust` uses what a block may use, and counts. */
const SOURCE = `
  (define-data-var count uint u0)
  ${exhaustingContract(12, 6).replace('(ok (len', '(ok (begin (var-set count (+ (var-get count) u1)) (len').replace(/\)$/, '))')}`;

/** A node with the contract, whose executions may take as long as a busy machine needs. */
async function heavyNode(options: Partial<StacksNodeOptions> = {}) {
  const node = await startTestNode({ mining: 'manual', maxExecutionTime: 600_000, ...options });
  const events: StacksNodeEvent[] = [];
  node.subscribe((event) => events.push(event));
  await deploy(node.url, DEPLOYER, { name: 'heavy', source: SOURCE, nonce: 0n });
  await node.mine();
  return {
    ...node,
    events,
    exhaust: (nonce: bigint) => call(node.url, DEPLOYER, { contract: CONTRACT, fn: 'exhaust', nonce }),
    async ask(path: string, body?: object) {
      const headers = { 'content-type': 'application/json', authorization: '12345' };
      const response = await fetch(`${node.url}${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.text() };
    },
    async count(): Promise<string> {
      const response = await fetch(`${node.url}/v2/data_var/${DEPLOYER.address}/heavy/count?proof=0`);
      return ((await response.json()) as { data: string }).data;
    },
  };
}

const uint = (value: number) => `0x${Cl.serialize(Cl.uint(value))}`;
const CALL = { sender: DEPLOYER.address, arguments: [] };
const FREE_CALL = `/v3/contracts/fast-call-read/${DEPLOYER.address}/heavy/exhaust`;

/** The workers that start from now on. */
function watchWorkers() {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => void workers.push(worker);
  process.on('worker', onWorker);
  return { workers, [Symbol.dispose]: () => void process.off('worker', onWorker) };
}

test('while a transaction uses the budget of a block, requests are answered, and a snapshot waits', { timeout: 600_000 }, async () => {
  await using node = await heavyNode();
  await node.exhaust(1n);
  const order: string[] = [];
  const mined = node.mine().then(() => order.push('mined'));
  const snapshot = node.snapshot().then((taken) => {
    order.push('snapshot');
    return taken;
  });
  for (let turn = 0; turn < 20; turn++) {
    expect((await node.ask('/v2/info')).status).toBe(200);
    expect(JSON.parse((await node.ask(`/v2/accounts/${DEPLOYER.address}?proof=0`)).body)).toMatchObject({ nonce: 1 });
    expect(await node.count()).toBe(uint(0));
  }
  expect(await transfer(node.url, WALLET_1, { recipient: WALLET_2.address, amount: 1n, nonce: 0n })).toHaveLength(64);
  order.push('answered');
  await mined;
  expect(order).toEqual(['answered', 'mined']);
  expect(await node.count()).toBe(uint(1));
  const receipt = node.events
    .filter((event) => event.type === 'block')
    .at(-1)
    ?.receipts.at(-1);
  expect(receipt).toMatchObject({ status: 'success' });
  expect(receipt?.cost.runtime).toBeGreaterThan(4_500_000_000);

  // It was taken after the block.
  await node.exhaust(2n);
  await node.mine();
  expect(await node.count()).toBe(uint(2));
  await node.restore(await snapshot);
  expect(await node.count()).toBe(uint(1));
});

test('calls, simulations and traces that take long keep neither requests nor blocks waiting', { timeout: 600_000 }, async () => {
  await using node = await heavyNode();
  const txid = await node.exhaust(1n);
  await node.mine();
  const order: string[] = [];
  const during = async <T>(name: string, long: Promise<T>): Promise<T> => {
    const ended = long.finally(() => order.push(name));
    expect((await node.ask('/v2/info')).status).toBe(200);
    expect(await node.count()).toBe(uint(1));
    order.push(`answered during ${name}`);
    return ended;
  };

  const read = node.ask(FREE_CALL, CALL);
  expect(await during('call', read)).toEqual({ status: 200, body: expect.stringMatching(/^{"okay":true,"result":"0x07/) });
  const request = { type: 'call', sender: DEPLOYER.address, contract: CONTRACT, fn: 'exhaust', args: [] } as const;
  const simulation = await during('simulation', node.simulate(request));
  expect(simulation).toMatchObject({ status: 'success', call: { contract: CONTRACT, function: 'exhaust' } });
  expect(await during('trace', node.trace(txid))).toEqual({ call: simulation.call, ...(simulation.truncated && { truncated: true }) });
  expect(order).toEqual(['call', 'simulation', 'trace'].flatMap((name) => [`answered during ${name}`, name]));

  // A block does not wait for a call.
  await transfer(node.url, WALLET_1, { recipient: WALLET_2.address, amount: 1n, nonce: 0n });
  const another = node.ask(FREE_CALL, CALL).then(() => order.push('call'));
  await node.mine();
  order.push('mined');
  await another;
  expect(order.slice(-2)).toEqual(['mined', 'call']);
});

test('a long source does not keep requests waiting, and its contract works', { timeout: 600_000 }, async () => {
  await using node = await heavyNode();
  const functions = Array.from(
    { length: 400 },
    (_, at) => `(define-public (f-${at} (a uint)) (let ((b (+ a u${at}))) (asserts! (> b u${at}) (err b)) (ok {a: a, b: b})))`,
  );
  await deploy(node.url, WALLET_1, { name: 'long', source: functions.join('\n'), nonce: 0n, fee: 1_000_000n });
  const order: string[] = [];
  const mined = node.mine().then(() => order.push('mined'));
  expect((await node.ask('/v2/info')).status).toBe(200);
  order.push('answered');
  await mined;
  expect(order).toEqual(['answered', 'mined']);
  const path = `/v2/contracts/call-read/${WALLET_1.address}/long/f-7`;
  const result = `0x${Cl.serialize(Cl.ok(Cl.tuple({ a: Cl.uint(5), b: Cl.uint(12) })))}`;
  expect(JSON.parse((await node.ask(path, { ...CALL, arguments: [uint(5)] })).body)).toEqual({ okay: true, result });
});

test('closing ends a long execution at once, and leaves no thread', { timeout: 600_000 }, async () => {
  using watched = watchWorkers();
  const node = await heavyNode();
  const long = await node.fork();
  await node.exhaust(1n);
  const mined = node.mine();
  const other = long.simulate({ type: 'call', sender: DEPLOYER.address, contract: CONTRACT, fn: 'exhaust', args: [] });
  await expect.poll(() => watched.workers.length).toBeGreaterThanOrEqual(2);
  const rejected = expect(mined).rejects.toMatchObject({ code: 'NOT_READY', message: 'the Stacks node is closed' });
  await node.close();
  await rejected;
  // A clone has threads of its own.
  expect(await other).toMatchObject({ status: 'success' });
  await long.close();
  expect(watched.workers.filter(({ threadId }) => threadId !== -1)).toEqual([]);
});

test('what takes longer than a node allows is refused, and what follows is not', { timeout: 600_000 }, async () => {
  await using node = await heavyNode({ maxExecutionTime: 30 });
  const txid = await node.exhaust(1n);
  await transfer(node.url, WALLET_1, { recipient: WALLET_2.address, amount: 1n, nonce: 0n });
  await node.mine();
  const detail = expect.stringMatching(/^Evaluation took too much time: Elapsed time of \d+ ms exceeds budget of 30 ms\.$/);
  expect(node.events).toContainEqual(
    expect.objectContaining({ type: 'mempool-dropped', txid: `0x${txid}`, reason: 'Problematic', detail }),
  );
  expect(node.events.filter((event) => event.type === 'block').at(-1)?.receipts).toHaveLength(1);
  expect(await node.ask(FREE_CALL, CALL)).toEqual({ status: 400, body: 'Execution budget exceeded' });
  const request = { type: 'call', sender: DEPLOYER.address, contract: CONTRACT, fn: 'exhaust', args: [] } as const;
  expect(await node.simulate(request)).toMatchObject({ status: 'rejected', reason: detail });
  expect(await node.count()).toBe(uint(0));
});

test('a transaction whose thread ends is dropped, and the next one gets another thread', { timeout: 600_000 }, async () => {
  using watched = watchWorkers();
  await using node = await heavyNode();
  const txid = await node.exhaust(1n);
  let isMining = true;
  const mined = node.mine().finally(() => {
    isMining = false;
  });
  // The thread may be there from the deploy, and then ends before it has the transaction: another one starts.
  while (isMining) {
    await Promise.all(watched.workers.map((worker) => worker.terminate()));
    await sleep(20);
  }
  await mined;
  const detail = 'the thread of the Clarity VM ended: it ended';
  expect(node.events).toContainEqual(expect.objectContaining({ type: 'mempool-dropped', txid: `0x${txid}`, detail }));
  await node.exhaust(1n);
  await node.mine();
  expect(await node.count()).toBe(uint(1));
});

test('what another thread executes counts for the coverage', { timeout: 600_000 }, async () => {
  using watched = watchWorkers();
  await using node = await startTestNode({ mining: 'manual', maxExecutionTime: 600_000, coverage: true });
  await deploy(node.url, DEPLOYER, { name: 'heavy', source: heavyContract(10, 6), nonce: 0n });
  await node.mine();
  await call(node.url, DEPLOYER, { contract: CONTRACT, fn: 'burn', nonce: 1n });
  await node.mine();
  const lines = (await node.coverage()).find(({ contract }) => contract === CONTRACT)?.lines;
  // The steps of 10 calls each, from the innermost on, and the function that begins.
  expect(lines?.map(({ hits }) => hits)).toEqual([1e5, 1e4, 1e3, 100, 10, 1, 1]);
  expect(watched.workers).not.toEqual([]);
});
