import { DevnetError } from '../../base/error.js';
import { toJson } from '../../base/json.js';
import type { RedisConnection } from '../redis/connection.js';
import { nextMessage } from '../redis/next-message.js';
import { type Entry, type LeaseBook, type LeaseBookOptions, type OwnEntry, SWEEP_MS } from './lease-book.js';
import { checkQuota } from './quota.js';
import type { NetworkUrls } from './source.js';

/** How long a replica may be silent before it counts as dead, in ms. */
const ALIVE_MS = 10_000;
/** How long a lease that ended is remembered, to say why it ended, in seconds. */
const REMEMBERED_SECONDS = 3_600;
/** How long another replica may take to end a network, in ms. Longer than it may be silent before it counts as dead. */
const ENDING_MS = 60_000;
/** How often to look whether it has. */
const LOOK_MS = 250;

const PREFIX = 'devnet:pool:';
/** The ids of all entries that have not ended; when each replica has swept last; when any has. */
const [ENTRIES, REPLICAS, SWEPT] = [`${PREFIX}entries`, `${PREFIX}replicas`, `${PREFIX}swept`];
const CHANNEL = `${PREFIX}removed`;
const keyOf = (id: string): string => `${PREFIX}entry:${id}`;

/*
 * An entry is a hash: team, label and owner, which is a replica; with a lease also digest, urls, handle, since and expires; end. The clock
 * is that of Redis. Time in which no replica swept counts for nothing, neither for a lease nor for the death of a replica: Redis itself may
 * have been down.
 */
const LUA = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function text(number) return string.format('%.0f', number) end`;

/**
 * KEYS: entries, entry, replicas. ARGV: id, team, label, replica, most, prefix of an entry. Returns the number of the team's entries if it
 * is too large.
 */
const ENTER = `
${LUA}
local count = 0
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = ARGV[6] .. id
  if redis.call('HGET', key, 'team') == ARGV[2] and redis.call('HEXISTS', key, 'end') == 0 then count = count + 1 end
end
if count >= tonumber(ARGV[5]) then return count end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], 'team', ARGV[2], 'label', ARGV[3], 'owner', ARGV[4])
-- The first sweep of this replica is still to come, or it was taken for dead.
redis.call('ZADD', KEYS[3], 'NX', text(now()), ARGV[4])
return false`;

/** KEYS: entry. ARGV: replica, duration, digest, urls, handle. */
const BEGIN = `
${LUA}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'end') == 1 then return false end
local since = now()
local expires = text(since + ARGV[2])
redis.call('HSET', KEYS[1], 'digest', ARGV[3], 'urls', ARGV[4], 'handle', ARGV[5], 'since', text(since), 'expires', expires)
return { text(since), expires }`;

/** KEYS: entry. */
const FIND = `return redis.call('HGETALL', KEYS[1])`;

/** KEYS: entries. ARGV: prefix of an entry. */
const LIST = `
local found = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do found[#found + 1] = { id, redis.call('HGETALL', ARGV[1] .. id) } end
return found`;

/** KEYS: entry. ARGV: duration. */
const RENEW = `
${LUA}
if redis.call('HEXISTS', KEYS[1], 'since') == 0 or redis.call('HEXISTS', KEYS[1], 'end') == 1 then return false end
local expires = text(now() + ARGV[1])
redis.call('HSET', KEYS[1], 'expires', expires)
return expires`;

/** KEYS: entry. ARGV: why. */
const END = `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSETNX', KEYS[1], 'end', ARGV[1]) end`;

/** KEYS: entries, entry. ARGV: id, seconds, channel. */
const REMOVE = `
redis.call('SREM', KEYS[1], ARGV[1])
if redis.call('HEXISTS', KEYS[2], 'since') == 1 then redis.call('EXPIRE', KEYS[2], ARGV[2]) else redis.call('DEL', KEYS[2]) end
redis.call('PUBLISH', ARGV[3], ARGV[1])`;

/** KEYS: entries. ARGV: id. */
const IS_THERE = `return redis.call('SISMEMBER', KEYS[1], ARGV[1])`;

/** KEYS: entries, replicas, swept. ARGV: replica, prefix of an entry, longest time between two sweeps, time of a dead replica. */
const SWEEP = `
${LUA}
local time = now()
local late = math.max(0, time - (tonumber(redis.call('GET', KEYS[3])) or time) - ARGV[3])
redis.call('SET', KEYS[3], text(time))
for _, replica in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('ZINCRBY', KEYS[2], text(late), replica) end
redis.call('ZADD', KEYS[2], text(time), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(time - ARGV[4]))
local own = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = ARGV[2] .. id
  local owner = redis.call('HGET', key, 'owner')
  local expires = tonumber(redis.call('HGET', key, 'expires'))
  if expires and late > 0 then
    expires = expires + late
    redis.call('HSET', key, 'expires', text(expires))
  end
  if owner ~= ARGV[1] and not (owner and redis.call('ZSCORE', KEYS[2], owner)) then
    if expires then
      owner = ARGV[1]
      redis.call('HSET', key, 'owner', owner)
    else
      redis.call('SREM', KEYS[1], id)
      redis.call('DEL', key)
    end
  end
  if owner == ARGV[1] then own[#own + 1] = { id, redis.call('HGETALL', key), (expires and expires <= time) and 1 or 0 } end
end
return own`;

/** KEYS: replicas. ARGV: replica. */
const LEAVE = `redis.call('ZREM', KEYS[1], ARGV[1])`;

/** Opens the book that the replicas of a pool share. A Redis database has one. */
export function openSharedBook({ run, listen, replica }: RedisConnection, { leaseMs }: LeaseBookOptions): LeaseBook {
  return {
    isShared: true,
    async enter({ id, team, label }, most) {
      const largest = Math.min(most, Number.MAX_SAFE_INTEGER);
      const count = await run(ENTER, [ENTRIES, keyOf(id), REPLICAS], [id, team, label, replica, largest, keyOf('')]);
      if (count !== null) checkQuota(team, Number(count), most);
    },
    async begin(id, grant) {
      const { digest, urls, handle = '' } = grant;
      const times = await run(BEGIN, [keyOf(id)], [replica, leaseMs, digest.toString('hex'), toJson(urls), handle]);
      // What the script returns.
      if (times === null) return undefined;
      const [since, expiresAt] = (times as [string, string]).map(Number) as [number, number];
      return { ...grant, since, expiresAt };
    },
    async find(id) {
      return readEntry(id, await run(FIND, [keyOf(id)]));
    },
    async list() {
      // What the script returns.
      const found = (await run(LIST, [ENTRIES], [keyOf('')])) as [string, string[]][];
      return found
        .flatMap(([id, fields]) => readEntry(id, fields) ?? [])
        .filter(({ lease, end }) => lease !== undefined && end === undefined)
        .sort((a, b) => (a.lease?.since ?? 0) - (b.lease?.since ?? 0));
    },
    async renew(id) {
      const expires = await run(RENEW, [keyOf(id)], [leaseMs]);
      return expires === null ? undefined : Number(expires);
    },
    async end(id, why) {
      await run(END, [keyOf(id)], [why]);
    },
    async remove(id) {
      await run(REMOVE, [ENTRIES, keyOf(id)], [id, REMEMBERED_SECONDS, CHANNEL]);
    },
    async whenRemoved(id) {
      const deadline = performance.now() + ENDING_MS;
      for (;;) {
        const removed = nextMessage({ listen }, CHANNEL, LOOK_MS);
        try {
          if ((await run(IS_THERE, [ENTRIES], [id])) === 0) return;
          if (performance.now() > deadline)
            throw new DevnetError('TIMEOUT', `the network "${id}" did not end in ${ENDING_MS / 1_000} s: its pool does not answer`);
          await removed.arrived;
        } finally {
          removed.forget();
        }
      }
    },
    async sweep() {
      const own = await run(SWEEP, [ENTRIES, REPLICAS, SWEPT], [replica, keyOf(''), 2 * SWEEP_MS, ALIVE_MS]);
      // What the script returns.
      return (own as [string, string[], number][]).flatMap(([id, fields, isExpired]): OwnEntry[] => {
        const entry = readEntry(id, fields);
        return entry === undefined ? [] : [{ ...entry, isExpired: isExpired === 1 }];
      });
    },
    async close() {
      await run(LEAVE, [REPLICAS], [replica]).catch(() => undefined);
    },
  };
}

/** @param fields names and values, as Redis returns those of a hash; these are what the scripts above have written */
function readEntry(id: string, fields: unknown): Entry | undefined {
  const list = fields as string[];
  const values = new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [])));
  const get = (name: string): string => values.get(name) ?? '';
  if (!values.has('team')) return undefined;
  return {
    id,
    team: get('team'),
    label: get('label'),
    ...(values.has('since') && {
      lease: {
        digest: Buffer.from(get('digest'), 'hex'),
        urls: JSON.parse(get('urls')) as NetworkUrls,
        handle: get('handle') || undefined,
        since: Number(get('since')),
        expiresAt: Number(get('expires')),
      },
    }),
    end: values.get('end'),
  };
}
