import { once } from 'node:events';
import type { Environment } from './environment.js';
import { type ListenAttempt, listenError } from './port-taken.js';

/**
 * Checks that a port is free, by listening on it for a moment; 0 stands for a free one. Another program may still take the port afterwards.
 * @param env see {@link listenError}
 * @throws DevnetError PORT_TAKEN, INVALID_INPUT
 */
export async function checkPort(attempt: ListenAttempt, env?: Environment): Promise<void> {
  if (attempt.port === 0) return;
  try {
    await listenOnce(attempt.host, attempt.port);
  } catch (error) {
    throw await listenError(error, attempt, env);
  }
}

/** Listens on a port and stops at once. @throws the system's error */
export async function listenOnce(host: string, port: number): Promise<void> {
  // Loaded here because the bundle keeps light modules in one file, and `net` is not one of Node's light parts.
  const { createServer } = await import('node:net');
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
