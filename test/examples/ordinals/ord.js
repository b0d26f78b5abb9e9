import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Starts the server of ord on a network, in a temporary folder. Its wallet asks it. */
export async function startOrd(devnet) {
  const folder = await mkdtemp(path.join(tmpdir(), 'ord-'));
  const port = await freePort();
  const { rpcUser, rpcPassword } = devnet.credentials;
  const flags = [
    '--regtest',
    `--bitcoin-rpc-url=${devnet.urls.bitcoin}`,
    `--bitcoin-rpc-username=${rpcUser}`,
    `--bitcoin-rpc-password=${rpcPassword}`,
    `--data-dir=${folder}`,
    '--index-runes',
  ];
  const url = `http://127.0.0.1:${port}`;
  const server = spawn('ord', [...flags, 'server', '--address=127.0.0.1', `--http-port=${port}`, '--polling-interval=100ms'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-10_000);
    });
  }
  const ended = once(server, 'exit');

  /** Asks the server for JSON. */
  const ask = async (route) => {
    const response = await fetch(`${url}${route}`, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const until = async (what, isTrue) => {
    const end = Date.now() + 120_000;
    let last;
    while (Date.now() < end) {
      if (server.exitCode !== null) throw new Error(`ord ended: ${log}`);
      try {
        last = await isTrue();
        if (last) return;
      } catch (error) {
        last = error;
      }
      await sleep(50);
    }
    throw new Error(`${what}: not within two minutes; the last answer: ${last}`);
  };
  const ord = {
    ask,
    until,
    file: (name) => path.join(folder, name),
    /** Runs a command of the wallet, and returns its answer. */
    async wallet(...args) {
      const { stdout } = await promisify(execFile)('ord', [...flags, 'wallet', `--server-url=${url}`, ...args]);
      return JSON.parse(stdout);
    },
    /** Waits until the server has the tip of the network. */
    async sync() {
      const tip = (await devnet.status()).bitcoin.hash;
      await until('ord has the tip', async () => (await (await fetch(`${url}/blockhash`)).text()) === tip);
    },
    async close() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await ord.sync();
    return ord;
  } catch (error) {
    await ord.close();
    throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
