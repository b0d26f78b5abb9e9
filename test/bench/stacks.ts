import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import { heavyContract } from '../stacks/node/heavy.js';
import { DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from '../stacks/node/test-node.js';
import { call, deploy } from '../stacks/node/transactions.js';
import { confirmAll, signTransfers } from './load.js';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

/** Transactions of a long run, and of a short one. */
const LONG = 2_000;
const SHORT = 5;
const MANY = 50_000;
const NODE = [...program.slice(0, 2), 'node', 'stacks', '--port', '0', '--bitcoin-port', '0', '--json'];

/** The Stacks node: its command from start to first answer; in this process, snapshots, restores and forks after long runs. */
export async function stacksFigures(home: string): Promise<Figure[]> {
  const firstAnswer = async (folder: string): Promise<void> => {
    await using started = await startProgram(NODE, path.join(home, folder));
    const { urls } = JSON.parse(started.readyLine) as { urls: { stacks: string } };
    const { status } = await fetch(`${urls.stacks}/v2/info`);
    if (status !== 200) throw new Error(`GET /v2/info: ${status}`);
  };
  return [
    await measure('`node stacks`: process start → first 200', '≤ 300', 11, () => firstAnswer('stacks-0')),
    ...(await load(path.join(home, 'stacks-0'))),
    await whileBusy(path.join(home, 'stacks-0'), '/v2/info', '≤ 20'),
    await whileBusy(path.join(home, 'stacks-0'), `/v2/accounts/${WALLET_2.address}`, '≤ 20'),
    ...(await longRuns()),
  ];
}

/** Measures the nodes alone, without gateway, faucets and accounts. */
async function load(folder: string): Promise<Figure[]> {
  await using started = await startProgram(NODE, folder);
  const { urls } = JSON.parse(started.readyLine) as { urls: { stacks: string } };
  const senders = [DEPLOYER, WALLET_1].map(({ key, address }) => ({ privateKey: key, stx: { address } }));
  const transfers = await signTransfers(senders, WALLET_2.address, MANY);
  const middle = MANY / senders.length / 2;
  const memory = (count: number) =>
    measure(`\`node stacks\`: resident memory after ${count} transactions`, '≤ 350', 1, async () => started.rssMiB(), 'MiB');
  const rates: number[] = [];
  const figures: Figure[] = [];
  for (const part of [transfers.map((queue) => queue.slice(0, middle)), transfers.map((queue) => queue.slice(middle))]) {
    rates.push(await confirmAll(urls.stacks, part, 'by the node'));
    figures.push(await memory((MANY / 2) * rates.length));
  }
  const rate = await measure('`node stacks`: transactions confirmed per second over HTTP', '≥ 600', 2, async (run) => rates[run], 'tx/s');
  return [rate, ...figures];
}

/** Measures another request while the VM runs a contract for seconds. @param goal of it */
async function whileBusy(folder: string, target: string, goal: string): Promise<Figure> {
  await using started = await startProgram(NODE, folder);
  const { urls } = JSON.parse(started.readyLine) as { urls: { stacks: string } };
  const ask = async (target: string): Promise<number> => {
    const response = await fetch(`${urls.stacks}${target}`);
    await response.arrayBuffer();
    return response.status;
  };
  const isMined = async (txid: string) => (await ask(`/v3/transaction/${txid}`)) === 200;
  const deployed = await deploy(urls.stacks, DEPLOYER, { name: 'heavy', source: heavyContract(22, 6), nonce: 0n });
  while (!(await isMined(deployed)));
  const called = await call(urls.stacks, DEPLOYER, { contract: `${DEPLOYER.address}.heavy`, fn: 'burn', nonce: 1n });
  const times: number[] = [];
  while (!(await isMined(called))) {
    const from = performance.now();
    await ask(target);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const name = `\`node stacks\`: GET ${target.split('/', 3).join('/')} while a contract uses 4.6e9 runtime, 99th percentile`;
  return measure(name, goal, 1, async () => times[Math.floor(times.length * 0.99)]);
}

async function longRuns(): Promise<Figure[]> {
  await using node = await startTestNode();
  const times: Record<'snapshot' | 'restore' | 'again', number[]> = { snapshot: [], restore: [], again: [] };
  let nonce = 0;
  for (let run = 0; run < 3; run++) {
    await pay(node, nonce, LONG);
    nonce += LONG;
    const from = performance.now();
    const snapshot = await node.snapshot();
    times.snapshot.push(performance.now() - from);
    for (const list of [times.restore, times.again]) {
      await pay(node, nonce, SHORT);
      const back = performance.now();
      await node.restore(snapshot);
      list.push(performance.now() - back);
    }
    snapshot.release();
  }
  const figure = (name: string, goal: string, values: number[]) => measure(name, goal, values.length, async (run) => values[run]);
  return [
    await figure(`Stacks node: snapshot after ${LONG} transactions`, '≤ 60', times.snapshot),
    await figure(`Stacks node: first restore after ${LONG} transactions`, '≤ 30', times.restore),
    await figure('Stacks node: restore again', '≤ 30', times.again),
    ...(await forks(node)),
  ];
}

async function forks(node: TestNode): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    const from = performance.now();
    const fork = await node.fork();
    times.push(performance.now() - from);
    // its answer shows that its VM is ready
    await fork.mine();
    await fork.close();
    // as long as a short test: meanwhile the thread for the next fork starts
    await setTimeout(300);
  }
  const [first, ...later] = times;
  return [
    await measure('Stacks node: first fork', '≤ 80', 1, async () => first),
    await measure('Stacks node: fork', '≤ 80', later.length, async (run) => later[run]),
  ];
}

/** Sends transfers in sequence, until the last is in a block. */
async function pay(node: TestNode, first: number, count: number): Promise<void> {
  const transfer = { recipient: WALLET_1.address, amount: 1n, fee: 300n, senderKey: DEPLOYER.key, network: 'testnet' } as const;
  for (let nonce = first; nonce < first + count; nonce++) {
    const transaction = await makeSTXTokenTransfer({ ...transfer, nonce });
    const mined = nonce === first + count - 1 ? untilMined(node, `0x${transaction.txid()}`) : undefined;
    const headers = { 'content-type': 'application/octet-stream' };
    const { status } = await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers, body: transaction.serializeBytes() });
    if (status !== 200) throw new Error(`POST /v2/transactions: ${status}`);
    await mined;
  }
}

function untilMined(node: TestNode, txid: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = node.subscribe((event) => {
      if (event.type !== 'block' || !event.receipts.some((receipt) => receipt.txid === txid)) return;
      unsubscribe();
      resolve();
    });
  });
}
