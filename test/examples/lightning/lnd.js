import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Starts LND without a password, in a temporary folder. @param flags how it reaches the Bitcoin node */
export async function startLnd(flags) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lnd-'));
  const [peers, rpc] = [await freePort(), await freePort()];
  const common = [`--lnddir=${folder}`, '--no-macaroons'];
  const own = [
    '--bitcoin.regtest',
    '--bitcoin.node=bitcoind',
    '--bitcoin.defaultchanconfs=3',
    '--bitcoin.defaultremotedelay=20',
    '--noseedbackup',
    '--norest',
  ];
  const ports = [`--listen=127.0.0.1:${peers}`, `--rpclisten=127.0.0.1:${rpc}`];
  const lnd = spawn('lnd', [...common, ...own, ...ports, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [lnd.stdout, lnd.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-10_000);
    });
  }
  const ended = once(lnd, 'exit');
  const died = ended.then(() => Promise.reject(new Error('lnd ended')));
  died.catch(() => undefined);

  /** Calls a command of lncli, and returns its answer. */
  const call = async (...args) => {
    const remote = [`--rpcserver=127.0.0.1:${rpc}`, '--network=regtest'];
    const { stdout } = await promisify(execFile)('lncli', [...common, ...remote, ...args]);
    return JSON.parse(stdout);
  };
  const close = async () => {
    lnd.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { identity_pubkey: key } = await Promise.race([until('lnd answers', () => call('getinfo')), died]);
    return { call, close, key, address: `${key}@127.0.0.1:${peers}` };
  } catch (error) {
    await close();
    throw new Error(`lnd did not start: ${log}`, { cause: error });
  }
}

/** Asks until the answer is true, and returns it. @throws Error after two minutes */
export async function until(what, ask) {
  const end = Date.now() + 120_000;
  let last;
  while (Date.now() < end) {
    try {
      last = await ask();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`${what}: not within two minutes; the last answer: ${last}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
