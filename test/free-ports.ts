import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const TRIES = 50;

/**
 * Different ports that nobody listens on, below those that the system gives to connections and to servers that ask for any: nothing
 * takes one between two programs that are to listen on it one after the other.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
    if (ports.size === count) return [...ports];
  }
  throw new Error(`no ${count} free ports`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
