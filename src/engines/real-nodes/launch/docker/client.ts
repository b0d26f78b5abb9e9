import { setTimeout as delay } from 'node:timers/promises';
import type Dockerode from 'dockerode';
import { ownCommand } from '#platform/own-command.js';
import { DevnetError } from '../../../../base/error.js';
import type { EngineAddress } from './address.js';

/** A client of a container engine. */
export type Client = {
  readonly name: string;
  readonly docker: Dockerode;
  /** The machine of the engine, if that is another one. */
  readonly remoteHost?: string | undefined;
  /**
   * Sends a request to the engine, and converts its errors. It times out if the engine does not answer a ping either: one that does is
   * busy, and gets up to ten times as long.
   * @param what for messages, for example `starting bitcoind`
   * @throws DevnetError NOT_REACHABLE, MISSING (no permission, disk full), TIMEOUT; the engine's own errors as they are
   */
  ask<T>(what: string, work: () => Promise<T>, timeoutMs?: number): Promise<T>;
};

/** Timeouts in ms: of the first request, and of any other. */
const firstAnswer = 5_000;
const anyAnswer = 30_000;
/** The timeout after a request has timed out: closing a network sends several more. */
const hangingAnswer = 1_000;
/** How many times an engine that answers pings gets the timeout of a request. */
const turns = 10;

/**
 * Connects to a container engine that speaks Docker's API, as Podman does, too.
 * @throws DevnetError MISSING if no engine answers, or this user may not use it
 */
export async function connect(address: EngineAddress): Promise<Client> {
  const { default: Docker } = await import('dockerode');
  const { name } = address;
  // Every option, because dockerode reads missing ones from the environment.
  const docker =
    'socketPath' in address
      ? new Docker({ socketPath: address.socketPath, host: undefined, port: undefined })
      : new Docker({ socketPath: undefined, host: address.host, port: address.port, protocol: 'http' });
  let hangs = false;
  const ask: Client['ask'] = async (what, work, usualMs = anyAnswer) => {
    const timeoutMs = hangs ? Math.min(usualMs, hangingAnswer) : usualMs;
    const over = new AbortController();
    const sleep = (ms: number): Promise<void> => delay(ms, undefined, { signal: over.signal });
    const late = async (): Promise<never> => {
      let turn = 0;
      do await sleep(timeoutMs);
      while (++turn < turns && (await Promise.race([answersPing(docker), sleep(timeoutMs)])));
      hangs = true;
      throw new DevnetError('TIMEOUT', `${what}: ${name} did not answer within ${turn * timeoutMs} ms`);
    };
    try {
      const answer = await Promise.race([work(), late()]);
      hangs = false;
      return answer;
    } catch (error) {
      throw toDevnetError(error, what, name);
    } finally {
      over.abort();
    }
  };
  try {
    await ask('looking for a container engine', () => docker.ping(), firstAnswer);
  } catch (error) {
    if (!(error instanceof DevnetError) || error.code === 'MISSING') throw error;
    throw new DevnetError('MISSING', `no container engine answers at ${name}`, {
      field: 'DOCKER_HOST',
      expected: 'a running container engine',
      received: error.message,
      hint: `Start Docker, or name another engine in DOCKER_HOST; "${ownCommand('doctor')}" shows what this machine has.`,
      cause: error,
    });
  }
  return { name, docker, ask, ...('remote' in address ? { remoteHost: address.host } : {}) };
}

async function answersPing(docker: Dockerode): Promise<boolean> {
  return docker.ping().then(
    () => true,
    () => false,
  );
}

/** Returns the HTTP status of an error of the engine; undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Runs a request that may find its work done: gone (404), in that state (304), or in progress (409; older engines answer 500). */
export async function unlessDone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (![304, 404, 409].includes(statusOf(error) ?? 0) && !(error instanceof Error && /is not (?:paused|running)/.test(error.message)))
      throw error;
  }
}

function toDevnetError(error: unknown, what: string, name: string): unknown {
  if (!(error instanceof Error) || error instanceof DevnetError) return error;
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new DevnetError('MISSING', `this user may not use the container engine at ${name}`, {
        field: 'DOCKER_HOST',
        expected: 'an engine that this user may use',
        received: error.message,
        hint: 'sudo usermod -aG docker "$USER" && newgrp docker',
        cause: error,
      });
    case 'ENOENT':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ENOTFOUND':
      return new DevnetError('NOT_REACHABLE', `${what}: the container engine at ${name} does not answer`, { cause: error });
  }
  if (/no space left on device/.test(error.message)) {
    return new DevnetError('MISSING', `${what}: the disk of the container engine is full`, {
      expected: 'space for images and the state of the nodes',
      received: error.message,
      hint: 'docker system df',
      cause: error,
    });
  }
  return error;
}
