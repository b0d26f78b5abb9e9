import { rm } from 'node:fs/promises';
import path from 'node:path';
import { confirmAll, type Queue } from '../load.js';
import { run } from '../owned.js';
import { paymentRate } from '../payments.js';
import { homeEnvironment, startProgram } from '../program.js';
import { rpcClient } from '../rpc-client.js';
import type { Build } from './build.js';
import { LATER_RESTORES, latency, rateOfClients, snapshotTimes, timed } from './clients.js';
import type { FigureName } from './figures.js';
import { gatewayClient } from './gateway.js';
import type { Subject } from './interleave.js';
import { LOAD, type Load, TRANSFERS } from './load.js';

const PAYMENTS = 500;
type Values = Partial<Record<FigureName, number>>;
type Wanted = ReadonlySet<FigureName>;

/** What is measured of a running network as it is of Anvil. */
export const LIKE_ANVIL = [
  'confirm',
  'confirmLater',
  'waiting',
  'snapshot',
  'restore',
  'restoreLater',
  'round',
  'roundLater',
] as const satisfies FigureName[];

/** Measures a build from outside: its command line, HTTP, and what its package exports. @param home for its caches */
export function buildSubject(build: Build, home: string, load: Load, figures: readonly FigureName[]): Subject {
  const wanted = new Set(figures);
  const steps: [FigureName[], () => Promise<Values>][] = [
    [['empty'], emptyProgram],
    [['warm', 'answer', 'memory', 'calls', ...LIKE_ANVIL], () => network(build, home, load, wanted)],
    [['cold'], () => coldStart(build, `${home}-cold`)],
    [['second'], () => secondStart(build, home)],
    [['bitcoinStart', 'bitcoinSend'], () => bitcoinNode(build, home)],
  ];
  return {
    name: build.name,
    async visit() {
      const values: Values = {};
      for (const [names, step] of steps) if (names.some((name) => wanted.has(name))) Object.assign(values, await step());
      return new Map(Object.entries(values).filter(([name]) => wanted.has(name as FigureName)));
    },
  };
}

/** The machine's own speed: no start can be quicker. */
export async function emptyProgram(): Promise<Values> {
  return { empty: await timed(() => run(process.execPath, ['-e', '0'])) };
}

/** Starts `up` as users do, with what earlier starts have cached in `home`. */
export function startUp({ cli, root }: Build, home: string, flags: readonly string[] = []) {
  return startProgram([process.execPath, cli, 'up', '--ports', 'auto', '--json', ...flags], home, { cwd: root });
}

/** Starts `up` once, so that its caches are full. */
export async function fillCache(build: Build, home: string): Promise<void> {
  await (await startUp(build, home))[Symbol.asyncDispose]();
}

async function network(build: Build, home: string, load: Load, wanted: Wanted): Promise<Values> {
  await using started = await startUp(build, home);
  const url = String(JSON.parse(started.readyLine).urls.gateway);
  const client = gatewayClient(url);
  const answer = started.readyMs + (await timed(client.info));
  const values: Values = { warm: started.readyMs, answer, memory: started.rssMiB() };
  const [first = '', ...others] = load.addresses;
  const queue = load.single.slice(0, LOAD.warmUp + LOAD.single);
  const restorable = (next: number) => ({ ...client, change: () => client.confirm(load.single[next] as Queue[number]) });
  if (wanted.has('confirm')) {
    await client.fund(first);
    values.confirm = await latency(client.confirm, queue, LOAD.warmUp);
  }
  if (wanted.has('restore')) Object.assign(values, await snapshotTimes(restorable(queue.length)));
  if (wanted.has('confirmLater')) {
    values.confirmLater = await latency(client.confirm, load.single.slice(queue.length, TRANSFERS), LOAD.settle);
    const { restore, round } = await snapshotTimes(restorable(TRANSFERS), LATER_RESTORES);
    Object.assign(values, { restoreLater: restore, roundLater: round });
  }
  if (wanted.has('waiting')) {
    await Promise.all(others.map(client.fund));
    values.waiting = await rateOfClients(client.confirm, load.waiting);
  }
  if (wanted.has('calls')) {
    await confirmAll(url, [load.deploy]);
    values.calls = await confirmAll(url, load.calls);
  }
  client.close();
  return values;
}

async function coldStart(build: Build, home: string): Promise<Values> {
  const cold = await startUp(build, home);
  await cold[Symbol.asyncDispose]();
  await rm(home, { recursive: true, maxRetries: 3 });
  return { cold: cold.readyMs };
}

async function secondStart({ index, root }: Build, home: string): Promise<Values> {
  const script = path.join(import.meta.dirname, 'start-twice.mjs');
  return { second: Number(await run(process.execPath, [script, index], { cwd: root, env: homeEnvironment(home) })) };
}

/** Builds from before the Bitcoin node had a package export have no such figures. */
async function bitcoinNode({ bitcoinNode: file, cli, root }: Build, home: string): Promise<Values> {
  if (file === undefined) return {};
  const { answering } = JSON.parse(await run(process.execPath, [path.join(import.meta.dirname, '../bitcoin-start.mjs'), file]));
  await using node = await startProgram([process.execPath, cli, 'node', 'bitcoin', '--port', '0', '--json'], home, { cwd: root });
  const { urls, bitcoin } = JSON.parse(node.readyLine);
  const call = rpcClient(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`);
  const bitcoinSend = await paymentRate(call, PAYMENTS);
  call.close();
  return { bitcoinStart: Number(answering), bitcoinSend };
}
