import { randomUUID } from 'node:crypto';
import type { SharedStore } from './store.js';
import { untilAnswered } from './until-answered.js';

/** A window to count in: `limit` requests in `seconds`. */
export type WindowRequest = { name: string; limit: number; seconds: number };
/** The state of a window: `count` includes this request if it was counted. `id` differs from that of any other window. */
export type WindowState = { count: number; leftMs: number; id: string };

/** Counts requests of all replicas, to the exact number. */
export type SharedWindows = {
  /**
   * Counts one request in all windows, or in none if one of them is full.
   * @returns the states of all windows, or the state of the first full one and its place
   * @throws DevnetError NOT_REACHABLE
   */
  count(windows: readonly WindowRequest[]): Promise<{ full?: number | undefined; states: WindowState[] }>;
  /** Takes back one request, if the window is still open; later if Redis does not answer now. */
  giveBack(name: string, state: WindowState): Promise<void>;
};

/** KEYS: windows. ARGV: an id for new windows, then limit and milliseconds of each. */
const COUNT = `
local function read(key)
  return { tonumber(redis.call('HGET', key, 'count') or '0'), redis.call('PTTL', key), redis.call('HGET', key, 'id') or '' }
end
for i, key in ipairs(KEYS) do
  local state = read(key)
  if state[1] >= tonumber(ARGV[2 * i]) then return { i, { state } } end
end
local states = {}
for i, key in ipairs(KEYS) do
  if redis.call('HINCRBY', key, 'count', 1) == 1 and redis.call('HSETNX', key, 'id', ARGV[1]) == 1 then
    redis.call('PEXPIRE', key, ARGV[2 * i + 1])
  end
  states[i] = read(key)
end
return { 0, states }`;

/** KEYS: window. ARGV: id of the window, id of the request, which is taken back only once. */
const GIVE_BACK = `
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] and redis.call('HSETNX', KEYS[1], ARGV[2], '') == 1 then
  redis.call('HINCRBY', KEYS[1], 'count', -1)
end`;

/** Opens the windows of a network's gateways. A window starts at the first request that it counts. */
export function createSharedWindows(store: SharedStore): SharedWindows {
  const key = (name: string): string => `window:${name}`;
  return {
    async count(windows) {
      const args = windows.flatMap(({ limit, seconds }) => [limit, seconds * 1_000]);
      const answer = await store.run(
        COUNT,
        windows.map(({ name }) => key(name)),
        [randomUUID(), ...args],
      );
      const [full, states] = answer as [number, [count: number, leftMs: number, id: string][]];
      return {
        ...(full > 0 && { full: full - 1 }),
        states: states.map(([count, leftMs, id]) => ({ count, leftMs: Math.max(0, leftMs), id })),
      };
    },
    async giveBack(name, { id, leftMs }) {
      const request = randomUUID();
      const take = () => store.run(GIVE_BACK, [key(name)], [id, request]);
      await take().catch(() => void untilAnswered(store, leftMs, take).catch(() => undefined));
    },
  };
}
