import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const TRIES = 50;
/** The last ports that were returned. A program that gets several listens on them later. */
const given: number[] = [];
const REMEMBERED = 1_000;

/**
 * Returns a free port below the ephemeral range, so that the system gives it to no other program between two that listen on it in turn.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(20_000, 32_000);
    if (given.includes(port)) continue;
    given.push(port);
    if (given.length > REMEMBERED) given.shift();
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

/** Returns distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
