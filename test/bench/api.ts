import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { confirmAll, expectOk, type Queue, type Sender, signTransfers } from './load.js';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';
import { subscribe } from './subscribe.js';

const SHORT = 1_000;
const LONG = 100_000;
const READS = 200;
const SUBSCRIBERS = 50;
/** Transfers that the subscribers watch, and how many of them are sent per second. */
const WATCHED = 5_000;
const RATE = 500;
/** Many accounts, each of which sends one transfer after the other. */
const ACCOUNTS = ['--accounts-mnemonic', `${'test '.repeat(11)}junk`, '--accounts-count', '51'];

/** Measures the Stacks API on a short and on a long chain, its memory, and its websockets. */
export async function apiFigures(home: string): Promise<Figure[]> {
  await using devnet = await startProgram([...program, '--json', ...ACCOUNTS], path.join(home, 'api'));
  const { urls } = JSON.parse(devnet.readyLine) as { urls: { gateway: string } };
  const { accounts } = (await (await fetch(`${urls.gateway}/devnet/v1/accounts`)).json()) as { accounts: [Sender, ...Sender[]] };
  const [recipient, ...senders] = accounts;
  const transfers = await signTransfers(senders, recipient.stx.address, LONG + WATCHED);
  const of = (from: number, to: number): Queue[] =>
    transfers.map((queue) => queue.slice(Math.ceil(from / senders.length), Math.ceil(to / senders.length)));
  const read = (count: number, queues: Queue[]) => reads({ gateway: urls.gateway, recipient, count, txid: queues[0]?.at(-1)?.txid ?? '' });

  await confirmAll(urls.gateway, of(0, SHORT));
  const short = await read(SHORT, of(0, SHORT));
  const before = devnet.rssMiB();
  const rate = await confirmAll(urls.gateway, of(SHORT, LONG));
  return [
    await measure('transfers confirmed per second through the gateway', '≥ 600', 1, async () => rate, 'tx/s'),
    ...short,
    ...(await read(LONG, of(0, LONG))),
    await measure(`resident memory after ${LONG} transactions`, '', 1, async () => devnet.rssMiB(), 'MiB'),
    await measure(`memory for each of ${LONG - SHORT}`, '', 1, async () => ((devnet.rssMiB() - before) * 1024) / (LONG - SHORT), 'KiB'),
    ...(await watch(urls.gateway, recipient.stx.address, of(LONG, LONG + WATCHED))),
  ];
}

type Chain = { gateway: string; recipient: Sender; count: number; txid: string };

/** Measures requests on a chain of `count` transfers, all to one address. */
async function reads({ gateway, recipient, count, txid }: Chain): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true });
  const { address } = recipient.stx;
  const { block_height: height } = (await (await fetch(`${gateway}/extended/v1/tx/${txid}`)).json()) as { block_height: number };
  const routes = {
    'a transaction': `/extended/v1/tx/${txid}`,
    "an address's transactions, 50 of them": `/extended/v2/addresses/${address}/transactions?limit=50`,
    'the same in v1': `/extended/v1/address/${address}/transactions?limit=50`,
    balances: `/extended/v1/address/${address}/balances`,
    'a block': `/extended/v2/blocks/${height}`,
  };
  const figures: Figure[] = [];
  for (const [name, route] of Object.entries(routes)) {
    figures.push(
      await measure(`GET ${name}, of ${count}`, '≤ 3', READS, async () => {
        await expectOk(agent, `${gateway}${route}`, { method: 'GET' });
      }),
    );
  }
  agent.destroy();
  return figures;
}

/** Sends transfers at a constant rate beside subscribers. Each has to see all of them. */
async function watch(gateway: string, address: string, queues: Queue[]): Promise<Figure[]> {
  const sent = new Map<string, number>();
  const seen = Array.from({ length: SUBSCRIBERS }, () => new Map<string, number>());
  const clients = await Promise.all(seen.map((own) => subscribe(gateway, address, (txid) => own.set(txid, performance.now()))));
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/octet-stream' };
  const from = performance.now();
  await Promise.all(
    queues.map(async (queue, first) => {
      for (const [index, { txid, bytes }] of queue.entries()) {
        const wait = from + ((index * queues.length + first) * 1000) / RATE - performance.now();
        if (wait > 0) await setTimeout(wait);
        sent.set(txid, performance.now());
        await expectOk(agent, `${gateway}/v2/transactions`, { method: 'POST', headers }, bytes);
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const deadline = performance.now() + 10_000;
  while (seen.some(({ size }) => size < sent.size) && performance.now() < deadline) await setTimeout(20);
  for (const client of clients) client.close();
  agent.destroy();
  const lost = seen.reduce((sum, own) => sum + sent.size - own.size, 0);
  const delays = seen.flatMap((own) => [...own].map(([txid, at]) => at - (sent.get(txid) ?? Number.NaN)));
  return [
    await measure(`transfers sent per second beside ${SUBSCRIBERS} subscribers`, `≥ ${RATE}`, 1, async () => sent.size / seconds, 'tx/s'),
    await measure('a transfer sent → seen by a subscriber', '', delays.length, async (run) => delays[run]),
    await measure('updates that a subscriber did not receive', '0', 1, async () => lost, ''),
  ];
}
