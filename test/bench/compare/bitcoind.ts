import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '../owned.js';
import { ADDRESS, paymentRate } from '../payments.js';
import { type Program, startProgram } from '../program.js';
import { type Call, rpcClient } from '../rpc-client.js';
import type { Build } from './build.js';
import { timed } from './clients.js';
import type { Subject } from './interleave.js';
import { emptyProgram } from './visit.js';

const PAYMENTS = 500;
const BLOCKS = 500;
const { BITCOIND = 'bitcoind' } = process.env;

/** Measures a real bitcoind: `BITCOIND`, or the one on PATH. @throws Error if there is none */
export async function bitcoindSubject(home: string): Promise<Subject> {
  let visits = 0;
  return {
    name: await bitcoindName(),
    visit() {
      const port = 20_000 + Math.floor(Math.random() * 10_000);
      const flags = ['-listen=0', `-rpcport=${port}`, '-rpcuser=u', '-rpcpassword=p'];
      return visit(startBitcoind(path.join(home, `chain-${visits++}`), flags), () => ({ url: `http://127.0.0.1:${port}`, auth: 'u:p' }));
    },
  };
}

/** @throws Error if there is no bitcoind */
export async function bitcoindName(): Promise<string> {
  const [first = ''] = (await run(BITCOIND, ['--version'])).split('\n');
  // "Bitcoin Core daemon version v30.0.0"
  return first.replace(/^(.*?)(?: daemon)? version v(\d+(?:\.\d+)*).*$/, '$1 $2');
}

/** Starts a bitcoind without wallets in a new folder. */
export function startBitcoind(folder: string, flags: readonly string[]): Promise<Program> {
  mkdirSync(folder, { recursive: true });
  const command = [BITCOIND, '-regtest', `-datadir=${folder}`, '-disablewallet', '-printtoconsole=1', '-debuglogfile=0', ...flags];
  return startProgram(command, folder, { ready: 'Done loading' });
}

/** Measures `node bitcoin` of a build in the same way. */
export function bitcoinNodeSubject({ name, cli, root }: Build, home: string): Subject {
  return {
    name,
    visit: () =>
      visit(startProgram([process.execPath, cli, 'node', 'bitcoin', '--port', '0', '--json'], home, { cwd: root }), ({ readyLine }) => {
        const { urls, bitcoin } = JSON.parse(readyLine);
        return { url: urls.bitcoin, auth: `${bitcoin.rpcUser}:${bitcoin.rpcPassword}` };
      }),
  };
}

async function visit(starting: Promise<Program>, rpcOf: (program: Program) => { url: string; auth: string }): Promise<Map<string, number>> {
  await using program = await starting;
  const { url, auth } = rpcOf(program);
  const call: Call = rpcClient(url, auth);
  const answer = program.readyMs + (await timed(() => call('getblockcount')));
  const memory = program.rssMiB();
  const bitcoinBlocks = await timed(() => call('generatetoaddress', BLOCKS, ADDRESS));
  const bitcoinSend = await paymentRate(call, PAYMENTS);
  call.close();
  return new Map(Object.entries({ ...(await emptyProgram()), answer, memory, bitcoinBlocks, bitcoinSend }));
}
