import type { RedisConnection } from './connection.js';

/** The part of Redis that belongs to one network: every key and channel has its prefix. */
export type SharedStore = Pick<RedisConnection, 'replica' | 'isUp' | 'whenUp' | 'listen' | 'close'> & {
  /** The name of this replica for people, as metrics have it. */
  readonly name: string;
  /** Returns the whole name of a key or channel. */
  key(name: string): string;
  /** As {@link RedisConnection.run}; the names of keys have no prefix. */
  run(script: string, keys: readonly string[], args?: readonly (string | number)[]): Promise<unknown>;
  /** What belongs to all networks. */
  readonly connection: Pick<RedisConnection, 'run'>;
  /** Whether a replica is alive is told by this key, followed by its id. */
  readonly aliveKey: string;
};

/** How often a replica says that it is alive, and how long that is believed, in ms. */
const HEARTBEAT_MS = 1_000;
const ALIVE_MS = 5_000;

const BEAT = `redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])`;
const LEAVE = `redis.call('DEL', KEYS[1])`;

/**
 * Opens the store of a network, and reports this replica as alive until it is closed.
 * @param network identifies the network, so that one Redis never mixes two, or a network and its successor
 * @param name of this replica
 * @throws DevnetError NOT_REACHABLE
 */
export async function openStore(connection: RedisConnection, network: string, name: string): Promise<SharedStore> {
  const key = (suffix: string): string => `devnet:${network}:${suffix}`;
  const aliveKey = key('alive:');
  const mine = aliveKey + connection.replica;
  const beat = () => connection.run(BEAT, [mine], [ALIVE_MS]);
  await beat();
  // A replica that cannot say so is taken for dead until Redis is back.
  const timer = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS);
  timer.unref();
  return {
    replica: connection.replica,
    name,
    key,
    connection,
    aliveKey,
    isUp: connection.isUp,
    whenUp: connection.whenUp,
    run: (script, keys, args) => connection.run(script, keys.map(key), args),
    listen: (channel, listener) => connection.listen(key(channel), listener),
    async close() {
      clearInterval(timer);
      if (connection.isUp()) await connection.run(LEAVE, [mine]).catch(() => undefined);
      await connection.close();
    },
  };
}
