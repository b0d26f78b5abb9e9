/** The keys of the events that replicas share: the number of the last one, and the last events. */
export const EVENT_KEYS = ['events:last', 'events'] as const;

/** The key of where the chains end, according to the events. */
export const CHAINS_KEY = 'events:chains';

/** How many events are kept for clients that connect again. */
const KEPT_EVENTS = 1_000;

/**
 * Lua that defines `append(last, events, event)`, with the keys of {@link EVENT_KEYS}. An event has the number of the one before it plus 1.
 */
export const APPEND_EVENT = `
local function append(last, events, event)
  local id = redis.call('INCR', last)
  redis.call('XADD', events, 'MAXLEN', ${KEPT_EVENTS}, id .. '-0', 'event', event)
end`;
