import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddressFromPrivateKey, makeContractDeploy } from '@stacks/transactions';
import { WebSocket } from 'ws';
import { expectOk, type Queue, type Sender, signTransfers } from './load.js';
import { type Figure, measure } from './measure.js';
import { type Program, program, startProgram } from './program.js';
import { subscribe } from './subscribe.js';

/** Clients that poll, each with a connection of its own, how often, and for how long. */
const POLLERS = 2_000;
const POLL_MS = 1_000;
const POLLS = 10;
/** Clients of the websocket, of which some never read. */
const SOCKETS = 500;
const SILENT = 50;
/** Transfers that they all follow, and how many of them are sent per second. */
const FOLLOWED = 2_500;
const RATE = 50;
const PENDING = 10_000;
const CONTRACTS = 5_000;
/** A node takes 25 pending transactions of an account. */
const CHAIN = 25;
const READS = 200;
const BALANCE = 1_000_000_000_000;
const RECIPIENT = 'ST1J4G6RR643BCG8G8SR6M2D9Z9KXT2NJDRK3FBTK';
const SOURCE = `
(define-data-var total uint u0)
(define-map sums principal uint)
(define-fungible-token token)
${Array.from({ length: 8 }, (_, index) => `(define-read-only (sum-${index} (x uint)) (+ x u${index} (var-get total)))`).join('\n')}
(define-public (add (x uint)) (begin (map-set sums tx-sender x) (ok (var-set total (+ x (var-get total))))))`;

type Network = Program & { url: string };

/** Measures a network with many readers: clients that poll, websockets, pending transactions, contracts. */
export async function readerFigures(home: string): Promise<Figure[]> {
  const senders = Array.from({ length: PENDING / CHAIN }, (_, index): Sender => {
    const privateKey = `${`${index + 1}`.padStart(64, '0')}01`;
    return { privateKey, stx: { address: getAddressFromPrivateKey(privateKey, 'testnet') } };
  });
  const balances = senders.flatMap(({ stx }) => ['--balance', `${stx.address}=${BALANCE}`]);
  const figures: Figure[] = [];
  for (const part of [polled, followed, pending, withContracts]) {
    await using started = await startProgram([...program, '--json', ...balances], path.join(home, 'readers'));
    const url = String(JSON.parse(started.readyLine).urls.gateway);
    figures.push(...(await part({ ...started, url }, senders)));
  }
  return figures;
}

/** Each client waits for the same transaction. */
async function polled(network: Network, senders: readonly Sender[]): Promise<Figure[]> {
  await control(network, 'PUT', '/mining', { stacks: 'manual', bitcoin: 'manual' });
  const [[transfer] = []] = await signTransfers(senders.slice(0, 1), RECIPIENT, 1);
  if (transfer === undefined) throw new Error('no transfer');
  await send(network, transfer);
  const route = `/extended/v1/tx/${transfer.txid}`;
  const alone = await reads('GET a pending transaction, one client', network, route);
  const answers: number[] = [];
  const poll = async (index: number): Promise<void> => {
    const client = new Agent({ keepAlive: true, maxSockets: 1 });
    await sleep((index / POLLERS) * POLL_MS);
    for (let count = 0; count < POLLS; count++) {
      const from = performance.now();
      await get(network, route, client);
      answers.push(performance.now() - from);
      await sleep(Math.max(0, POLL_MS - (performance.now() - from)));
    }
    client.destroy();
  };
  const [others, most] = await beside(network, () => Promise.all(Array.from({ length: POLLERS }, (_, index) => poll(index))));
  return [
    alone,
    await all(`GET a pending transaction, ${POLLERS} clients that poll once a second`, answers),
    await all('beside them: GET /v2/info', others),
    await measure('resident memory with these clients', '', 1, async () => most, 'MiB'),
  ];
}

/** All websockets follow one account. */
async function followed(network: Network, senders: readonly Sender[]): Promise<Figure[]> {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const received = (txid: string): void => void delays.push(performance.now() - (sent.get(txid) ?? Number.NaN));
  const clients = await Promise.all(
    Array.from({ length: SOCKETS }, (_, index) => subscribe(network.url, RECIPIENT, index < SILENT ? undefined : received)),
  );
  const queues = await signTransfers(senders.slice(0, RATE), RECIPIENT, FOLLOWED);
  const wanted = (SOCKETS - SILENT) * FOLLOWED;
  const [others, most] = await beside(network, async () => {
    const from = performance.now();
    for (let second = 0; second < FOLLOWED / RATE; second++) {
      for (const [index, queue] of queues.entries()) {
        const transfer = queue[second] as Queue[number];
        await sleep(Math.max(0, from + (second + index / RATE) * 1_000 - performance.now()));
        sent.set(transfer.txid, performance.now());
        await send(network, transfer);
      }
    }
    await until(() => delays.length >= wanted);
  });
  // What the silent ones have not read yet is in the way of the end of their connection.
  const silent = clients.slice(0, SILENT);
  for (const client of silent) client.resume();
  const gone = () => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length;
  await until(() => gone() === SILENT);
  const disconnected = gone();
  for (const client of clients) client.terminate();
  return [
    await all(`a transfer sent → seen by one of ${SOCKETS} websockets, ${SILENT} of which never read`, delays),
    await measure('updates that a reading one did not receive', '0', 1, async () => wanted - delays.length, ''),
    await measure(`how many of the ${SILENT} were disconnected`, `${SILENT}`, 1, async () => disconnected, ''),
    await all('beside them: GET /v2/info', others),
    await measure('resident memory with these websockets', '', 1, async () => most, 'MiB'),
  ];
}

async function pending(network: Network, senders: readonly Sender[]): Promise<Figure[]> {
  await control(network, 'PUT', '/mining', { stacks: 'manual', bitcoin: 'manual' });
  const before = network.rssMiB();
  const queues = await signTransfers(senders, RECIPIENT, PENDING);
  const rate = await sendAll(network, queues);
  const { total } = JSON.parse(await get(network, '/extended/v1/tx/mempool?limit=1')) as { total: number };
  if (total !== PENDING) throw new Error(`${total} transactions are pending`);
  const last = queues.at(-1)?.at(-1)?.txid;
  return [
    await measure(`transfers sent per second, ${PENDING} in total, none mined`, '', 1, async () => rate, 'tx/s'),
    await reads(`GET one of ${PENDING} pending transactions`, network, `/extended/v1/tx/${last}`),
    await reads('GET a list of 50 of them', network, '/extended/v1/tx/mempool?limit=50'),
    await reads('GET 50 of them by fee', network, '/extended/v1/tx/mempool?limit=50&order_by=fee'),
    await reads('GET /v2/info beside them', network, '/v2/info'),
    await measure('memory for each of them', '', 1, async () => ((network.rssMiB() - before) * 1024) / PENDING, 'KiB'),
    await measure('mine all of them', '', 1, () => control(network, 'POST', '/mine', { stacks: 1 })),
  ];
}

async function withContracts(network: Network, senders: readonly Sender[]): Promise<Figure[]> {
  const before = network.rssMiB();
  const deployers = senders.slice(0, CONTRACTS / CHAIN);
  const deploys = await Promise.all(
    deployers.map(({ privateKey: senderKey }) =>
      Promise.all(
        Array.from({ length: CHAIN }, async (_, nonce) => {
          const common = { senderKey, fee: 10_000n, nonce: BigInt(nonce), network: 'testnet' } as const;
          const deploy = await makeContractDeploy({ ...common, contractName: `many-${nonce}`, codeBody: SOURCE });
          return { txid: `0x${deploy.txid()}`, bytes: deploy.serializeBytes() };
        }),
      ),
    ),
  );
  const rate = await sendAll(network, deploys);
  const last = deploys.at(-1)?.at(-1)?.txid;
  await get(network, `/devnet/v1/tx/${last}/wait`);
  const of = `${deployers.at(-1)?.stx.address}/many-${CHAIN - 1}`;
  return [
    await measure(`deploys sent per second, ${CONTRACTS} in total`, '', 1, async () => rate, 'tx/s'),
    await reads(`GET the interface of one of ${CONTRACTS} contracts`, network, `/v2/contracts/interface/${of}`),
    await reads('GET one of them in the Stacks API', network, `/extended/v1/contract/${of.replace('/', '.')}`),
    await reads('GET a data variable of one', network, `/v2/data_var/${of}/total?proof=0`),
    await reads('GET /v2/info beside them', network, '/v2/info'),
    await measure('memory for each of them', '', 1, async () => ((network.rssMiB() - before) * 1024) / CONTRACTS, 'KiB'),
  ];
}

const shared = new Agent({ keepAlive: true });

const get = ({ url }: Network, route: string, agent = shared): Promise<string> => expectOk(agent, `${url}${route}`, { method: 'GET' });

async function control({ url }: Network, method: string, route: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await expectOk(shared, `${url}/devnet/v1${route}`, { method, headers }, Buffer.from(JSON.stringify(body)));
}

async function send({ url }: Network, { bytes }: Queue[number]): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  await expectOk(shared, `${url}/v2/transactions`, { method: 'POST', headers }, bytes);
}

/** Sends each queue in the order of its nonces, a few queues at a time. @returns transactions per second */
async function sendAll(network: Network, queues: readonly Queue[]): Promise<number> {
  const from = performance.now();
  const rest = [...queues];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let queue = rest.shift(); queue !== undefined; queue = rest.shift()) {
        for (const transaction of queue) await send(network, transaction);
      }
    }),
  );
  return (queues.flat().length * 1_000) / (performance.now() - from);
}

function reads(name: string, network: Network, route: string): Promise<Figure> {
  return measure(name, '', READS, () => get(network, route));
}

function all(name: string, values: readonly number[]): Promise<Figure> {
  return measure(name, '', values.length, async (run) => values[run]);
}

/** Waits until a condition holds, at most 20 s: the figure shows what is missing. */
async function until(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isDone() && performance.now() < deadline) await sleep(20);
}

/** Runs `task`. @returns how long another client waited for each of its answers meanwhile, in ms, and the most memory, in MiB */
async function beside(network: Network, task: () => Promise<unknown>): Promise<[waits: number[], mostMiB: number]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: number[] = [];
  let most = 0;
  let isRunning = true;
  const running = task().finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const from = performance.now();
    await get(network, '/v2/info', agent);
    waits.push(performance.now() - from);
    most = Math.max(most, network.rssMiB());
    await sleep(100);
  }
  agent.destroy();
  await running;
  return [waits, most];
}
