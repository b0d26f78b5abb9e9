import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connectElectrum } from '../../bitcoin/electrum/connection.js';
import { scriptHashOf } from '../../bitcoin/electrum/script-hash.js';
import { run } from '../owned.js';
import { ADDRESS, paymentRate } from '../payments.js';
import { type Program, startProgram } from '../program.js';
import { type Call, rpcClient } from '../rpc-client.js';
import { bitcoindName, startBitcoind } from './bitcoind.js';
import type { Build } from './build.js';
import { timed } from './clients.js';
import type { Subject } from './interleave.js';
import { median } from './statistics.js';
import { emptyProgram } from './visit.js';

const PAYMENTS = 500;
const QUESTIONS = 20;
const BLOCKS = 10;
/** The program of romanz/electrs, which speaks the Electrum protocol only. */
const { ELECTRS = 'electrs' } = process.env;

/** Processes that are ready, and how long they took. */
type Servers = AsyncDisposable & { readyMs: number; electrum: string; call: Call; rssMiB(): number };

/** Measures electrs (`ELECTRS`, or the one on PATH) beside a bitcoind. @throws Error if there is none */
export async function electrsSubject(home: string): Promise<Subject> {
  const version = (await run(ELECTRS, ['--version'])).trim().replace(/^v/, '');
  let visits = 0;
  return {
    name: `electrs ${version} with ${await bitcoindName()}`,
    visit: () => visit(startElectrs(path.join(home, `chain-${visits++}`))),
  };
}

async function startElectrs(folder: string): Promise<Servers> {
  mkdirSync(folder, { recursive: true });
  const [rpc = 0, peers = 0, electrum = 0] = portsInARow(3);
  const node = await startBitcoind(folder, [`-rpcport=${rpc}`, `-bind=127.0.0.1:${peers}`, '-txindex=1']);
  const call = rpcClient(`http://127.0.0.1:${rpc}`, readFileSync(path.join(folder, 'regtest/.cookie'), 'utf8'));
  // electrs waits for the end of the initial download, which a block of now ends.
  await call('generatetoaddress', 1, ADDRESS);
  const addresses = [
    `--daemon-rpc-addr=127.0.0.1:${rpc}`,
    `--daemon-p2p-addr=127.0.0.1:${peers}`,
    `--electrum-rpc-addr=127.0.0.1:${electrum}`,
  ];
  const folders = [`--daemon-dir=${folder}`, `--db-dir=${path.join(folder, 'index')}`, '--skip-default-conf-files'];
  const command = [
    ELECTRS,
    '--network=regtest',
    ...addresses,

    ...folders,
    '--log-filters=INFO',
  ];
  // Its log goes to stderr.
  const index = await startProgram(['sh', '-c', 'exec "$0" "$@" 2>&1', ...command], folder, { ready: 'serving Electrum RPC' });
  return { ...both(node, index), electrum: `tcp://127.0.0.1:${electrum}`, call };
}

function portsInARow(count: number): number[] {
  const first = 20_000 + Math.floor(Math.random() * 10_000);
  return Array.from({ length: count }, (_, at) => first + at);
}

function both(node: Program, index: Program): AsyncDisposable & Pick<Servers, 'readyMs' | 'rssMiB'> {
  return {
    readyMs: node.readyMs + index.readyMs,
    rssMiB: () => node.rssMiB() + index.rssMiB(),
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    },
  };
}

/** Measures the Electrum server of `node bitcoin` of a build in the same way. */
export function electrumSubject({ name, cli, root }: Build, home: string): Subject {
  const flags = ['--port', '0', '--electrum', '--electrum-port', '0', '--json'];
  return {
    name,
    visit: () =>
      visit(
        startProgram([process.execPath, cli, 'node', 'bitcoin', ...flags], home, { cwd: root }).then((program): Servers => {
          const { urls, bitcoin } = JSON.parse(program.readyLine);
          return { ...program, electrum: urls.electrum, call: rpcClient(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`) };
        }),
      ),
  };
}

async function visit(starting: Promise<Servers>): Promise<Map<string, number>> {
  await using servers = await starting;
  const { call, electrum } = servers;
  const hash = scriptHashOf(ADDRESS);
  const begun = performance.now();
  using client = await connectElectrum(electrum);
  await client.ask('server.version', 'bench', '1.4');
  const electrumStart = servers.readyMs + performance.now() - begun;
  const memory = servers.rssMiB();
  await paymentRate(call, PAYMENTS);
  const blocks = (await call('getblockcount')) as number;
  await untilHistory(() => client.ask('blockchain.scripthash.get_history', hash), blocks + PAYMENTS + 1);
  // As wallets do: electrs then keeps the history.
  await client.ask('blockchain.scripthash.subscribe', hash);
  const figures = {
    electrumHistory: await each(QUESTIONS, () => client.ask('blockchain.scripthash.get_history', hash)),
    electrumBalance: await each(QUESTIONS, () => client.ask('blockchain.scripthash.get_balance', hash)),
    electrumNotified: await notified(client, call),
  };
  call.close();
  return new Map(Object.entries({ ...(await emptyProgram()), electrumStart, memory, ...figures }));
}

/** Waits until the history of the address has all transactions: each block's coinbase, the payments, and the one that they spend. */
async function untilHistory(history: () => Promise<unknown>, count: number): Promise<void> {
  const begun = performance.now();
  for (let length = -1; length < count; length = ((await history()) as unknown[]).length) {
    if (performance.now() - begun > 60_000) throw new Error(`the history has ${length} of ${count} transactions`);
  }
}

async function each(count: number, ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < count; asked++) times.push(await timed(ask));
  return median(times);
}

/** @returns the time from the call that mines a block to the notification of a client that follows the headers */
async function notified({ ask, others }: Awaited<ReturnType<typeof connectElectrum>>, call: Call): Promise<number> {
  let { height } = (await ask('blockchain.headers.subscribe')) as Header;
  const times: number[] = [];
  for (let block = 1; block <= BLOCKS; block++) {
    height++;
    times.push(
      await timed(async () => {
        await call('generatetoaddress', 1, ADDRESS);
        // electrs sends some notifications twice.
        while (newestHeight(others) < height) await new Promise(setImmediate);
      }),
    );
  }
  return median(times);
}

type Header = { height: number };

function newestHeight(others: Awaited<ReturnType<typeof connectElectrum>>['others']): number {
  const header = others.findLast(({ method }) => method === 'blockchain.headers.subscribe')?.params?.[0];
  return (header as Header | undefined)?.height ?? 0;
}
