import type { RedisConnection } from './connection.js';
import { CHAINS_KEY } from './event-keys.js';

/** The part of Redis that belongs to one network: every key and channel has its prefix. */
export type SharedStore = Pick<RedisConnection, 'replica' | 'isUp' | 'isClosed' | 'listen' | 'close'> & {
  /** Returns the whole name of a key or channel. */
  key(name: string): string;
  /** As {@link RedisConnection.run}; the names of keys have no prefix. */
  run(script: string, keys: readonly string[], args?: readonly (string | number)[]): Promise<unknown>;
  /** Returns whether no other replica is alive. @throws DevnetError NOT_REACHABLE */
  isAlone(): Promise<boolean>;
  /** Prefix of the key, before the id of a replica, that exists while the replica is alive. */
  readonly aliveKey: string;
};

/** How often a replica says that it is alive, and how long that is believed, in ms. */
const HEARTBEAT_MS = 1_000;
const ALIVE_MS = 10_000;

const BEAT = `redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])`;
const LEAVE = `redis.call('DEL', KEYS[1])`;
/** KEYS: own sign of life. ARGV: prefix of signs of life. */
const IS_ALONE = `
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  if key ~= KEYS[1] then return 0 end
end
return 1`;

/** Where the chains ended for the replicas. KEYS: chains. */
const CHAINS = `return redis.call('HGET', KEYS[1], 'chains') or ''`;
/** Deletes everything of a network if no replica is alive. ARGV: prefix of its keys, prefix of signs of life. */
const FORGET = `
if #redis.call('KEYS', ARGV[2] .. '*') > 0 then return 0 end
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do redis.call('DEL', key) end
return 1`;

export type StoreOptions = {
  /** Identifies the network, so that one Redis never mixes two. */
  network: string;
  /** Whether the Bitcoin node knows a block. If it does not know the last one of the store, the network has begun anew. */
  knowsBlock(hash: string): Promise<boolean>;
};

/**
 * Opens the store of a network, and reports this replica as alive until it is closed.
 * @throws DevnetError NOT_REACHABLE
 */
export async function openStore(connection: RedisConnection, { network, knowsBlock }: StoreOptions): Promise<SharedStore> {
  const key = (suffix: string): string => `devnet:${network}:${suffix}`;
  const aliveKey = key('alive:');
  const mine = aliveKey + connection.replica;
  const chains = await connection.run(CHAINS, [key(CHAINS_KEY)]);
  if (typeof chains === 'string' && chains !== '') {
    // What the feed of events has written.
    const { bitcoin } = JSON.parse(chains) as { bitcoin: { hash: string } };
    // Payments of the earlier network must not be made again.
    if (!(await knowsBlock(bitcoin.hash))) await connection.run(FORGET, [], [key(''), aliveKey]);
  }
  const beat = () => connection.run(BEAT, [mine], [ALIVE_MS]);
  await beat();
  // A replica that cannot say so is taken for dead until Redis is back.
  const timer = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS);
  timer.unref();
  return {
    replica: connection.replica,
    key,
    aliveKey,
    isUp: connection.isUp,
    isClosed: connection.isClosed,
    run: (script, keys, args) => connection.run(script, keys.map(key), args),
    listen: (channel, listener) => connection.listen(key(channel), listener),
    isAlone: async () => (await connection.run(IS_ALONE, [mine], [aliveKey])) === 1,
    async close() {
      clearInterval(timer);
      if (connection.isUp()) await connection.run(LEAVE, [mine]).catch(() => undefined);
      await connection.close();
    },
  };
}
