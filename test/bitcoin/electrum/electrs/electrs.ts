import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../disposable-folder.js';
import { freePort } from '../../../free-ports.js';
import { type Connection, connectElectrum } from '../connection.js';

/** Asks for blocks over `peers`: electrs before 0.11. Later ones ask bitcoind's REST interface. */
type Electrs = { usesPeers: boolean };

/** Returns the `electrs` on PATH, or the reason why none can be used. */
export function findElectrs(): Electrs | { missing: string } {
  try {
    return { usesPeers: execFileSync('electrs', ['--help'], { encoding: 'utf8' }).includes('--daemon-p2p-addr') };
  } catch {
    return { missing: 'PATH has no electrs' };
  }
}

/** A Bitcoin node that electrs follows. `peers` is its address for peers. */
export type Followed = { url: string; user: string; password: string; peers: string };

/** Starts electrs on a regtest node, in a folder of its own. @returns a client of it */
export async function startElectrs(
  { usesPeers }: Electrs,
  { url, user, password, peers }: Followed,
): Promise<{ client: Connection } & AsyncDisposable> {
  const folder = await temporaryFolder('electrs');
  const port = await freePort();
  const cookie = join(folder.path, 'cookie');
  await writeFile(cookie, `${user}:${password}`);
  const flags = {
    network: 'regtest',
    'daemon-dir': folder.path,
    'db-dir': join(folder.path, 'db'),
    'cookie-file': cookie,
    'daemon-rpc-addr': new URL(url).host,
    'electrum-rpc-addr': `127.0.0.1:${port}`,
    'wait-duration-secs': '1',
    'log-filters': 'INFO',
    ...(usesPeers ? { 'daemon-p2p-addr': peers } : {}),
  };
  const process = spawn(
    'electrs',
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const log = collect(process);
  const close = async () => {
    await ended(process);
    await folder[Symbol.asyncDispose]();
  };
  try {
    const client = await connected(process, `tcp://127.0.0.1:${port}`);
    return {
      client,
      async [Symbol.asyncDispose]() {
        client[Symbol.dispose]();
        await close();
      },
    };
  } catch (cause) {
    await close();
    throw new Error(`electrs did not start: ${log()}`, { cause });
  }
}

/** Connects as soon as it listens, which is after its first look at the whole chain. */
async function connected(process: ChildProcess, url: string): Promise<Connection> {
  let client: Connection | undefined;
  const tried = async () => {
    client = await connectElectrum(url).catch(() => undefined);
    return client !== undefined || process.exitCode !== null;
  };
  await expect.poll(tried, { timeout: 60_000 }).toBe(true);
  if (client === undefined) throw new Error(`it ended with ${process.exitCode}`);
  return client;
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let log = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
    });
  }
  return () => log;
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGTERM');
  await gone;
}
