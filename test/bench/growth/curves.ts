import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buildIn } from '../compare/build.js';
import { latency, snapshotTimes, timed } from '../compare/clients.js';
import { load, machine } from '../compare/compare.js';
import { gatewayClient } from '../compare/gateway.js';
import { median } from '../compare/statistics.js';
import { fillCache, startUp } from '../compare/visit.js';
import { confirmAll, type Queue, type Sender, signTransfers } from '../load.js';
import { root } from '../program.js';

/** What a network costs after `count` transactions or blocks. */
export type Point = {
  count: number;
  confirmMs: number;
  restoreMs: number;
  /** The last 20 transactions in `/extended/v1/tx`. */
  listMs: number;
  /** From the start of a program with the state of this network to its first answer. */
  startMs: number;
  /** The size of the file with that state. */
  stateMiB: number;
  /** Before the state is written. What earlier points wrote may still count. */
  memoryMiB: number;
};
/** What `npm run bench -- --growth --json FILE` writes. */
export type Growth = {
  machine: { node: string; platform: string; cores: number; cpu: string; date: string; load: { start: number; end: number } };
  /** Blocks are Bitcoin blocks, each with a Stacks block. */
  curves: { of: 'transactions' | 'blocks'; points: Point[] }[];
};

/** Transactions of a measurement, of which the first warm up. */
const SAMPLE = 120;
const WARM_UP = 20;
/** Blocks of one request. */
const AT_ONCE = 100;
/** Transactions that are signed at once. */
const BATCH = 10_000;

/** More Bitcoin blocks than a network of 10 years with a block every hour. */
const MOST_BLOCKS = 100_000;
const LISTS = 20;

/** Measures two networks while they grow to `most`: one by transactions, one by at most {@link MOST_BLOCKS} blocks. */
export async function growthCurves(home: string, most: number): Promise<Growth> {
  const start = load();
  const counts = [0, 1_000, 10_000, 100_000, 1_000_000].filter((count) => count <= most);
  const blocks = counts.filter((count) => count <= MOST_BLOCKS);
  const curves: Growth['curves'] = [
    { of: 'transactions', points: await curve(path.join(home, 'transactions'), counts, (network, more) => network.send(more)) },
    { of: 'blocks', points: await curve(path.join(home, 'blocks'), blocks, (network, more) => network.mine(more)) },
  ];
  return { machine: { ...machine(), load: { start, end: load() } }, curves };
}

type Network = Awaited<ReturnType<typeof startNetwork>>;

async function curve(home: string, counts: readonly number[], grow: (network: Network, more: number) => Promise<void>): Promise<Point[]> {
  await using network = await startNetwork(home);
  const points: Point[] = [];
  for (const [index, count] of counts.entries()) {
    await grow(network, count - (counts[index - 1] ?? 0));
    points.push({ count, ...(await network.measure()) });
  }
  return points;
}

/** A network with a sender that is measured, and others that send its load. */
async function startNetwork(home: string) {
  const build = buildIn(root, 'this build');
  await fillCache(build, home);
  const started = await startUp(build, home);
  const url = String(JSON.parse(started.readyLine).urls.gateway);
  const client = gatewayClient(url);
  const { accounts } = (await (await fetch(`${url}/devnet/v1/accounts`)).json()) as { accounts: [Sender, Sender, ...Sender[]] };
  const [recipient, measured, ...others] = accounts;
  const { address } = recipient.stx;
  let [measuredNonce, othersNonce] = [0, 0];
  /** Starts another program with the state of this network. */
  const startAgain = async (): Promise<Pick<Point, 'startMs' | 'stateMiB'>> => {
    const file = path.join(home, 'grown.state');
    const { ok, status, body } = await fetch(`${url}/devnet/v1/dump`);
    if (!ok || body === null) throw new Error(`the network sent no state: ${status}`);
    await pipeline(body, createWriteStream(file));
    const stateMiB = (await stat(file)).size / 2 ** 20;
    await using other = await startUp(build, home, ['--load-state', file]);
    const again = gatewayClient(String(JSON.parse(other.readyLine).urls.gateway));
    const startMs = other.readyMs + (await timed(again.info));
    again.close();
    await rm(file);
    return { startMs, stateMiB };
  };
  return {
    async send(count: number): Promise<void> {
      for (let sent = 0; sent < count; sent += BATCH) {
        const queues = await signTransfers(others, address, Math.min(BATCH, count - sent), othersNonce);
        othersNonce += queues[0]?.length ?? 0;
        await confirmAll(url, queues);
      }
    },
    async mine(count: number): Promise<void> {
      for (let mined = 0; mined < count; mined += AT_ONCE) await client.mine(Math.min(AT_ONCE, count - mined));
    },
    async measure(): Promise<Omit<Point, 'count'>> {
      const memoryMiB = started.rssMiB();
      const [queue = []] = await signTransfers([measured], address, SAMPLE + 1, measuredNonce);
      measuredNonce += SAMPLE;
      const confirmMs = await latency(client.confirm, queue.slice(0, SAMPLE), WARM_UP);
      const { restore } = await snapshotTimes({ ...client, change: () => client.confirm(queue[SAMPLE] as Queue[number]) });
      // The first one may decode the history.
      await client.list();
      const listTimes: number[] = [];
      for (let list = 0; list < LISTS; list++) listTimes.push(await timed(client.list));
      return { confirmMs, restoreMs: restore, listMs: median(listTimes), ...(await startAgain()), memoryMiB };
    },
    async [Symbol.asyncDispose]() {
      client.close();
      await started[Symbol.asyncDispose]();
    },
  };
}
