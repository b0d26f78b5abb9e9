import { APPEND_EVENT, CHAINS_KEY, EVENT_KEYS } from './event-keys.js';
import type { SharedStore } from './store.js';

/** Where both chains end according to the events so far, as JSON. */
type Chains = string;

/** What a replica reads. `version` counts the changes of `chains`, the last of which `by` made. */
export type EventsRead = {
  last: number;
  version: string;
  by: string;
  chains: Chains | undefined;
  events: { id: number; event: string }[];
};

/** The events that all replicas send with the same numbers. */
export type EventLog = {
  /** Returns the events after this one, if they are still kept. @throws DevnetError NOT_REACHABLE */
  read(after: number): Promise<EventsRead>;
  /**
   * Appends events that follow from the chains at `version`.
   * @param by identifies this attempt
   * @returns false if another replica was faster: nothing is appended
   * @throws DevnetError NOT_REACHABLE: they may have been appended
   */
  publish(next: { version: string; by: string; chains: Chains; events: readonly string[] }): Promise<boolean>;
  /** Calls `listener` after each change. @returns a function that ends it */
  listen(listener: () => void): () => void;
};

/** KEYS: those of events, chains. ARGV: number of the last known event. */
const READ = `
local chains = redis.call('HMGET', KEYS[3], 'version', 'by', 'chains')
local events = redis.call('XRANGE', KEYS[2], '(' .. ARGV[1] .. '-0', '+')
return { redis.call('GET', KEYS[1]) or '0', chains[1] or '0', chains[2] or '', chains[3] or '', events }`;

/** KEYS: those of events, chains. ARGV: version, by, chains, channel, events. */
const PUBLISH = `
${APPEND_EVENT}
local version = redis.call('HGET', KEYS[3], 'version') or '0'
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[3], 'version', version + 1, 'by', ARGV[2], 'chains', ARGV[3])
for i = 5, #ARGV do append(KEYS[1], KEYS[2], ARGV[i]) end
redis.call('PUBLISH', ARGV[4], '')
return 1`;

export function openEventLog(store: SharedStore): EventLog {
  const keys = [...EVENT_KEYS, CHAINS_KEY];
  return {
    async read(after) {
      // What the script returns.
      const [last, version, by, chains, items] = (await store.run(READ, keys, [after])) as [
        string,
        string,
        string,
        string,
        [id: string, [field: string, event: string]][],
      ];
      const events = items.map(([id, [, event]]) => ({ id: Number.parseInt(id, 10), event }));
      return { last: Number(last), version, by, chains: chains === '' ? undefined : chains, events };
    },
    async publish({ version, by, chains, events }) {
      return (await store.run(PUBLISH, keys, [version, by, chains, store.key('events'), ...events])) === 1;
    },
    listen: (listener) => store.listen('events', listener),
  };
}
