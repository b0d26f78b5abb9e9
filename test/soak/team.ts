import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDevnet, type Devnet, DevnetError } from 'stacks-devnet';
import { type Program, program, startProgram } from '../bench/program.js';
import { temporaryHome } from '../temporary-home.js';

/**
 * npm run soak:team [-- --hours 24 --kills 100 --seed 1]: the network of a team, kept in a file. Ten clients pay, call and deploy; after each
 * ten minutes of the network's clock a Bitcoin block is mined. There are faults, restores and restarts, and the process is killed at random
 * moments of the first three quarters; in the last one it runs on, so that its growth is seen. Fails if something is lost that a client saw
 * confirmed a second before a kill, or if anything is left in its folders.
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const hours = readCount('hours');
const random = randomOf(readCount('seed'));

/** Bitcoin blocks of one hour. */
const BLOCKS = 6;
const CLIENTS = 10;
/** What each client does in ten minutes. */
const STEPS = 3;
/** How long before a kill something must have been confirmed, in ms, to be surely kept. */
const SURE = 1_000;
/** The longest time in ms until a kill. Most of ten minutes' work is done in less. */
const LATEST_KILL = 400;
const SOURCE = `(define-data-var total uint u0)
(define-public (add (n uint)) (ok (var-set total (+ (var-get total) n))))`;

/** What a client saw confirmed. */
type Seen = { chain: 'bitcoin' | 'stacks'; txid: string; at: number };

const home = temporaryHome('team');
const state = path.join(home, 'net.state');
let seen: Seen[] = [];
/** How many of those were looked up after a start. */
let known = 0;
const count = { steps: 0, refused: 0, kills: 0, restarts: 0, restores: 0, faults: 0, looked: 0, lateLost: 0 };
let contracts = 0;
const began = performance.now();

const slots = hours * BLOCKS;
const busy = Math.ceil(slots * 0.75);
const killSlots = spread(readCount('kills'), busy);
let net = await start();
for (let slot = 0; slot < slots; slot++) {
  const kills = killSlots[slot] ?? 0;
  for (let kill = 0; kill < kills; kill++) await workAndKill();
  if (random() < 0.3) await fault();
  // The block comes during the work, which waits for it if blocks have no transactions before.
  await Promise.all([work(), delay(50).then(() => net.devnet.mine({ bitcoin: 1 }).catch(ignoreRefusal))]);
  await net.devnet.chaos.clear();
  if (random() < 0.1) await workAndRestore();
  if (slot < busy && random() < 0.05) await restart();
  if ((slot + 1) % BLOCKS === 0) await report((slot + 1) / BLOCKS);
}
const resident = net.running.rssMiB();
await restart();
await look(seen);
const fresh = net.running.rssMiB();
await net.devnet.close();
await net.running[Symbol.asyncDispose]();
const left = readdirSync(home).filter((name) => name.endsWith('.state') || name.startsWith('stacks-devnet-') || name.startsWith('devnet-'));
if (left.length !== 1) throw new Error(`left in the folder: ${left.join(', ')}`);
console.log(
  `${JSON.stringify({ ...count, transactions: seen.length })} in ${((performance.now() - began) / 1_000).toFixed(0)} s\n` +
    `resident after ${Math.floor(hours / 4)} hours without a restart: ${resident.toFixed(0)} MiB; ` +
    `a new process with the same state, after all transactions were read: ${fresh.toFixed(0)} MiB`,
);

async function start(): Promise<{ running: Program; devnet: Devnet }> {
  const running = await startProgram([...program, '--json', '--no-project', '--state', state], home);
  const { urls } = JSON.parse(running.readyLine) as { urls: { gateway: string } };
  const devnet = await connectDevnet(urls.gateway);
  await devnet.stacks.deploy({ name: 'total', source: SOURCE, as: 'deployer' }).catch(ignoreRefusal);
  return { running, devnet };
}

/** Ends the process as Ctrl-C does. Nothing may be lost. */
async function restart(): Promise<void> {
  count.restarts++;
  await net.devnet.close();
  await net.running[Symbol.asyncDispose]();
  net = await start();
  await lookUp(Number.POSITIVE_INFINITY);
}

async function workAndKill(): Promise<void> {
  let killed = Number.POSITIVE_INFINITY;
  const killing = new Promise<void>((resolve) => {
    setTimeout(() => {
      killed = performance.now();
      net.running.kill();
      resolve();
    }, random() * LATEST_KILL);
  });
  await Promise.all([work(), killing]);
  count.kills++;
  await net.devnet.close().catch(ignoreRefusal);
  await net.running[Symbol.asyncDispose]();
  net = await start();
  await lookUp(killed - SURE);
}

/** Each client does its steps. A fault or a kill may refuse them. */
async function work(): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let step = 0; step < STEPS; step++) {
        count.steps++;
        try {
          seen.push({ ...(await act(client)), at: performance.now() });
        } catch (error) {
          if (!(error instanceof DevnetError)) throw error;
          count.refused++;
        }
      }
    }),
  );
}

async function act(client: number): Promise<Omit<Seen, 'at'>> {
  const name = `wallet_${(client % 8) + 1}` as const;
  const account = net.devnet.accounts[name];
  if (account === undefined) throw new Error(`there is no ${name}`);
  const way = Math.floor(random() * 6);
  if (way === 0) return { chain: 'bitcoin', txid: (await net.devnet.faucet.btc(account.btc.address, { amount: 10_000n })).txId };
  if (way === 1) return { chain: 'stacks', txid: (await net.devnet.faucet.stx(account.stx.address, { amount: 10_000n })).txId };
  if (way === 2) return { chain: 'stacks', txid: (await net.devnet.faucet.sbtc(account.stx.address, { amount: 1_000n })).txId };
  if (way === 3) {
    const source = `${SOURCE}\n;; ${contracts}`;
    return { chain: 'stacks', txid: (await net.devnet.stacks.deploy({ name: `total-${contracts++}`, source, as: name })).txid };
  }
  if (way === 4) return { chain: 'stacks', txid: (await net.devnet.stacks.transfer({ to: 'treasury', amount: 1n, as: name })).txid };
  return { chain: 'stacks', txid: (await net.devnet.contract('total').call('add', { n: 1n }, { as: name })).txid };
}

async function fault(): Promise<void> {
  count.faults++;
  const { chaos } = net.devnet;
  await [
    () => chaos.rpcFaults({ errorRate: 0.3, seed: count.faults }),
    () => chaos.emptyTenures({ tenures: 1 }),
    () => chaos.noCommits({ blocks: 1 }),
    () => chaos.silentSigner({ forMs: 100 }),
    () => chaos.stoppedNode({ node: random() < 0.5 ? 'stacks' : 'bitcoin', forMs: 100 }),
  ][Math.floor(random() * 5)]?.();
}

/** Goes back to a snapshot. What was confirmed after it is gone. */
async function workAndRestore(): Promise<void> {
  count.restores++;
  const before = seen.length;
  const id = await net.devnet.snapshot();
  await work();
  await net.devnet.restore(id);
  seen = seen.slice(0, before);
}

/** Looks up what is new, and some of what is old. What was seen later than `sure` may be lost. */
async function lookUp(sure: number): Promise<void> {
  const recent = seen.slice(known);
  const kept = await filterKept(recent);
  for (const each of recent) {
    if (kept.has(each)) continue;
    if (each.at <= sure)
      throw new Error(`lost: ${JSON.stringify({ ...each, before: Math.round(sure + SURE - each.at) })} ms before the end`);
    count.lateLost++;
  }
  await look(Array.from({ length: Math.min(20, known) }, () => seen[Math.floor(random() * known)] as Seen));
  seen = [...seen.slice(0, known), ...recent.filter((each) => kept.has(each))];
  known = seen.length;
}

async function look(all: readonly Seen[]): Promise<void> {
  const kept = await filterKept(all);
  for (const each of all) if (!kept.has(each)) throw new Error(`lost: ${JSON.stringify(each)}`);
}

async function filterKept(all: readonly Seen[]): Promise<Set<Seen>> {
  const kept = new Set<Seen>();
  for (const each of all) {
    count.looked++;
    if (await isConfirmed(each)) kept.add(each);
  }
  return kept;
}

async function isConfirmed({ chain, txid }: Seen): Promise<boolean> {
  const url = chain === 'stacks' ? `/extended/v1/tx/${txid}` : `/api/tx/${txid}/status`;
  const answer = await fetch(`${net.devnet.urls.gateway}${url}`);
  const body = (await answer.json().catch(() => ({}))) as { tx_status?: string; confirmed?: boolean };
  return answer.status === 200 && (body.tx_status === 'success' || body.confirmed === true);
}

async function report(hour: number): Promise<void> {
  const { bitcoin, stacks } = await net.devnet.status();
  console.log(
    `hour ${hour}: Bitcoin ${bitcoin.height}, Stacks ${stacks.height}, ${seen.length} transactions, ${net.running.rssMiB().toFixed(0)} MiB resident, ` +
      `a file of ${(statSync(state).size / 2 ** 20).toFixed(1)} MiB, ${readdirSync(home).length} files; ${JSON.stringify(count)}`,
  );
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DevnetError)) throw error;
}

/** Returns how many of `most` fall on each of `slots`. */
function spread(most: number, slots: number): number[] {
  const all = new Array<number>(slots).fill(0);
  for (let one = 0; one < most; one++) {
    const at = Math.floor(random() * slots);
    all[at] = (all[at] ?? 0) + 1;
  }
  return all;
}

/** Returns the same sequence of numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let value = seed;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}

function readCount(name: 'hours' | 'kills' | 'seed'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`--${name}: a whole number from 1, not ${values[name]}`);
  return number;
}
