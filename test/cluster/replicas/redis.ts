import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../free-ports.js';

/** Whether this machine has a Redis server. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis server that keeps its data in a folder, like the one in compose/swarm.yaml. */
export type RedisServer = {
  /** With a password. */
  url: string;
  password: string;
  /** Ends it as a crash does, and resolves when it has ended. */
  kill(): Promise<void>;
  /** Starts it again with its data, and resolves when it answers. */
  start(): Promise<void>;
} & AsyncDisposable;

export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const password = 'wrong-horse';
  let running: { process: ChildProcess; ended: Promise<unknown> } | undefined;
  const start = async (): Promise<void> => {
    const options = { port, bind: '127.0.0.1', dir: folder, requirepass: password, save: '', appendonly: 'yes', appendfsync: 'always' };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    running = { process: child, ended: once(child, 'exit') };
    while (!(await answers(port, password))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const kill = async (): Promise<void> => {
    running?.process.kill('SIGKILL');
    await running?.ended;
    running = undefined;
  };
  await start();
  return {
    url: `redis://:${password}@127.0.0.1:${port}/0`,
    password,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** Whether the server answers, and has read its data. */
function answers(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.on('data', (data) => {
      resolve(`${data}`.includes('PONG'));
      socket.destroy();
    });
  });
}
