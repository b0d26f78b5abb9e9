import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../../free-ports.js';
import { createClient, type RpcClient } from './client.js';

/** The release that the list of differences was measured against. */
const COMPARED_WITH = /Bitcoin Knots .*v29\.5\./;
const POLL_MS = 10;
const START_DEADLINE_MS = 20_000;

export type RealBitcoind = RpcClient & AsyncDisposable;

/** Returns the bitcoind of `BITCOIND`, or the first on PATH, or the reason why none is available. */
export function findBitcoind(): { program: string } | { missing: string } {
  const { BITCOIND = '', PATH = '' } = process.env;
  const candidates = BITCOIND === '' ? PATH.split(path.delimiter).map((folder) => path.join(folder, 'bitcoind')) : [BITCOIND];
  const program = candidates.find((candidate) => existsSync(candidate));
  if (program === undefined)
    return { missing: BITCOIND === '' ? 'PATH has no bitcoind' : `BITCOIND names ${BITCOIND}, which is not there` };
  try {
    const version = versionOf(program);
    return COMPARED_WITH.test(version) ? { program } : { missing: `the differences to "${version}" are not known` };
  } catch (error) {
    return { missing: `${program} --version failed: ${error instanceof Error ? error.message : error}` };
  }
}

/** The first line of what a program says of its version. */
export function versionOf(program: string): string {
  const known = versions.get(program) ?? execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  versions.set(program, known);
  return known;
}
const versions = new Map<string, string>();

export function isKnots(version: string): boolean {
  return version.startsWith('Bitcoin Knots ');
}

/** Starts a bitcoind without wallet on regtest, in a folder of its own, with Core's policy. @param options by default no peers */
export async function startBitcoind(
  program: string,
  credentials: { user: string; password: string },
  options: readonly string[] = ['-listen=0'],
): Promise<RealBitcoind> {
  const folder = mkdtempSync(path.join(tmpdir(), 'devnet-real-bitcoind-'));
  const port = await freePort();
  const process = spawn(
    program,
    [
      ...['-regtest', `-datadir=${folder}`, '-server', '-printtoconsole=0', '-disablewallet', '-txindex=1', ...options],
      ...[`-rpcport=${port}`, `-rpcuser=${credentials.user}`, `-rpcpassword=${credentials.password}`],
      ...(isKnots(versionOf(program)) ? ['-corepolicy=1', '-softwareexpiry=0'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // Also if this process ends without closing it.
  const kill = () => void process.kill('SIGKILL');
  globalThis.process.once('exit', kill);
  const close = async () => {
    globalThis.process.off('exit', kill);
    await ended(process);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const client = createClient({ url: `http://127.0.0.1:${port}`, ...credentials });
    await untilReady(process, client);
    return { ...client, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilReady(process: ChildProcess, client: RpcClient): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  let output = '';
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (Date.now() < deadline) {
    if (process.exitCode !== null) throw new Error(`bitcoind ended with ${process.exitCode}: ${output}`);
    const answer = await client.send({ id: 1, method: 'getblockcount' }).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(POLL_MS);
  }
  throw new Error(`bitcoind did not answer within ${START_DEADLINE_MS} ms: ${output}`);
}

/** Ends the process and waits until it is gone. */
async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  await gone;
}
