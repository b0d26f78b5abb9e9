import type { KeyEntry, KeyRing, KeyStore } from '../../gateway/keys.js';
import { hashKey } from '../../gateway/keys.js';
import type { RedisConnection } from '../redis/connection.js';

/** Entries by id, and ids by hash. All networks of a Redis database have the same keys, as all gateways of a machine have the same file. */
const KEYS = ['devnet:keys', 'devnet:keys:by-hash'] as const;

const LIST = `return redis.call('HVALS', KEYS[1])`;
/** ARGV: id, hash, entry. */
const PUT = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[1])`;
/** ARGV: hash. */
const FIND = `
local id = redis.call('HGET', KEYS[2], ARGV[1])
return id and redis.call('HGET', KEYS[1], id)`;

/** The keys in Redis, which all replicas ask at each request: a revoked key is refused at once, by all of them. */
export function sharedKeys({ run }: Pick<RedisConnection, 'run'>): KeyStore & KeyRing {
  return {
    async list() {
      // What `put` has written.
      const entries = ((await run(LIST, KEYS)) as string[]).map((text) => JSON.parse(text) as KeyEntry);
      return entries.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    async put(entry) {
      await run(PUT, KEYS, [entry.id, entry.hash, JSON.stringify(entry)]);
    },
    async find(key) {
      // By its hash: the duration of the search reveals nothing about the key.
      const text = await run(FIND, KEYS, [hashKey(key).toString('hex')]);
      if (typeof text !== 'string') return undefined;
      const { id, revokedAt } = JSON.parse(text) as KeyEntry;
      return revokedAt === undefined ? id : undefined;
    },
  };
}
