import { randomBytes } from 'node:crypto';
import { DevnetError, messageOf } from '../../base/error.js';

/** A connection to the Redis that the replicas of a gateway share. */
export type RedisConnection = {
  /** The id of this process among the replicas: different after each start. */
  readonly replica: string;
  /**
   * Runs a Lua script, which Redis executes as one step.
   * @throws DevnetError NOT_REACHABLE if Redis does not answer: then the script may have run, or not
   */
  run(script: string, keys: readonly string[], args?: readonly (string | number)[]): Promise<unknown>;
  /**
   * Calls `listener` when a message arrives on a channel, and when one may have been missed.
   * @returns a function that ends it
   */
  listen(channel: string, listener: () => void): () => void;
  /** Whether Redis is connected. */
  isUp(): boolean;
  isClosed(): boolean;
  /** Idempotent. */
  close(): Promise<void>;
};

/** The pause between attempts to connect again, in ms. */
const RECONNECT_MS = 200;
/** How long Redis may take to answer, in ms. */
const ANSWER_MS = 20_000;

/**
 * Connects to Redis. The connection is made again whenever it is lost; meanwhile requests fail at once.
 * @param url may contain a user name and a password, which no error shows
 * @throws DevnetError NOT_REACHABLE
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = await import('ioredis');
  const name = withoutCredentials(url);
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A script that is sent again could run twice. With retries, one that runs when the connection is lost would wait for its timeout.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    retryStrategy: () => RECONNECT_MS,
  };
  const commands = new Redis(url, options);
  // Channels may be subscribed twice.
  const messages = new Redis(url, {
    ...options,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
  });
  const listeners = new Map<string, Set<() => void>>();
  const wakeAll = (): void => {
    for (const each of listeners.values()) for (const listener of [...each]) listener();
  };
  let failure = 'the connection was lost';
  for (const client of [commands, messages]) {
    client.on('error', (error: unknown) => {
      failure = messageOf(error);
    });
    // Messages are lost while either connection is down.
    client.on('ready', wakeAll);
  }
  messages.on('message', (channel: string) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener();
  });
  // The error itself has the arguments of the failed command, which may be the password.
  const unreachable = (): DevnetError =>
    new DevnetError('NOT_REACHABLE', `redis: Redis at ${name} does not answer: ${failure}`, {
      field: 'redis',
      hint: 'Start Redis, or correct the setting redis. Requests that need Redis work again as soon as it answers.',
    });
  let isClosed = false;
  const end = (): void => {
    isClosed = true;
    for (const client of [commands, messages]) client.disconnect();
  };
  try {
    await Promise.all([commands.connect(), messages.connect()]);
  } catch (error) {
    if (messageOf(error) !== CLOSED) failure = messageOf(error);
    end();
    throw unreachable();
  }

  return {
    replica: randomBytes(6).toString('hex'),
    async run(script, keys, args = []) {
      try {
        return await commands.eval(script, keys.length, ...keys, ...args);
      } catch (error) {
        if (commands.status === 'ready') failure = messageOf(error);
        throw unreachable();
      }
    },
    listen(channel, listener) {
      const known = listeners.get(channel);
      if (known === undefined) {
        listeners.set(channel, new Set([listener]));
        messages.subscribe(channel).catch(() => undefined);
      } else known.add(listener);
      return () => listeners.get(channel)?.delete(listener);
    },
    isUp: () => commands.status === 'ready',
    isClosed: () => isClosed,
    async close() {
      listeners.clear();
      end();
    },
  };
}

/** What ioredis says if a first connection is refused; the reason is in the event `error`. */
const CLOSED = 'Connection is closed.';

/** Returns the address of a URL, without user name and password. */
function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
