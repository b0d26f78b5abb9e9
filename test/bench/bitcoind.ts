import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnOwned } from './owned.js';
import { type Call, rpcClient } from './rpc-client.js';

/** Returns the path of a real bitcoind: `BITCOIND`, or the one on PATH. */
const { BITCOIND = 'bitcoind' } = process.env;

export function hasBitcoind(): boolean {
  try {
    execFileSync(BITCOIND, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a real bitcoind. @param folder for its data, created here */
export async function startBitcoind(folder: string): Promise<{ call: Call } & AsyncDisposable> {
  mkdirSync(folder);
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const flags = [
    '-regtest',
    `-datadir=${folder}`,
    '-listen=0',
    '-disablewallet',
    '-printtoconsole=0',
    `-rpcport=${port}`,
    '-rpcuser=u',
    '-rpcpassword=p',
  ];
  const child = spawnOwned(BITCOIND, flags, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const call = rpcClient(`http://127.0.0.1:${port}`, 'u:p');
  while (child.exitCode === null && !(await call('getblockcount').then(Number.isInteger, () => false))) await delay(5);
  return {
    call,
    async [Symbol.asyncDispose]() {
      call.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}
