import { createMutex } from '../../base/async.js';
import { toJson } from '../../base/json.js';
import type { Entry, PaymentTurn, PaymentTurns, SignedEntry } from '../../network/faucet.js';
import { APPEND_EVENT, EVENT_KEYS } from './event-keys.js';
import { nextMessage } from './next-message.js';
import type { SharedStore } from './store.js';
import { untilAnswered } from './until-answered.js';

/** How many entries of a purse are kept. Older payments are in blocks, or were dropped. */
const KEPT = 2_000;
/** How often a waiting replica looks whether the one before it is dead, in ms. */
const LOOK_MS = 250;
/** How long to wait for Redis if it may have recorded a payment, in ms. */
const SETTLE_MS = 10_000;
/** How many entries are searched for such a payment. */
const RECENT = 200;

/*
 * The queue of a purse has one place per waiting replica, `<replica>/<number>`; the first one has the turn. Places of replicas that are
 * not alive any more are skipped. The log is a stream; `unsent` names the last payment that the node may not have.
 * A payment is recorded only by the one who has the turn, and sent only if it is recorded. So a nonce or coin is in one recorded
 * payment only, until the node has refused that payment: no payment replaces another, however late a replica sends it.
 */

/** KEYS: queue, log, unsent. ARGV: own place, prefix of signs of life, last read entry. */
const TAKE = `
local queue, place = KEYS[1], ARGV[1]
local first = redis.call('LINDEX', queue, 0)
while first and first ~= place and redis.call('EXISTS', ARGV[2] .. string.match(first, '^[^/]+')) == 0 do
  redis.call('LPOP', queue)
  first = redis.call('LINDEX', queue, 0)
end
if not redis.call('LPOS', queue, place) then redis.call('RPUSH', queue, place) end
if redis.call('LINDEX', queue, 0) ~= place then return false end
return { redis.call('XRANGE', KEYS[2], '(' .. ARGV[3], '+'), redis.call('GET', KEYS[3]) or '' }`;

/** KEYS: queue, log, unsent. ARGV: own place, txid, entry. */
const SIGNED = `
if redis.call('LINDEX', KEYS[1], 0) ~= ARGV[1] then return 0 end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${KEPT}, '*', 'entry', ARGV[3])
redis.call('SET', KEYS[3], ARGV[2])
return 1`;

/** KEYS: unsent, then those of events. ARGV: txid, event or nothing, channel. */
const SENT = `
${APPEND_EVENT}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
if ARGV[2] ~= '' then
  append(KEYS[2], KEYS[3], ARGV[2])
  redis.call('PUBLISH', ARGV[3], '')
end
return 1`;

/** KEYS: queue, log, unsent. ARGV: own place, txid, entry. */
const REFUSED = `
if redis.call('LINDEX', KEYS[1], 0) ~= ARGV[1] then return 0 end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${KEPT}, '*', 'entry', ARGV[3])
redis.call('DEL', KEYS[3])
return 1`;

/** KEYS: queue. ARGV: own place, channel. */
const END = `
redis.call('LREM', KEYS[1], 1, ARGV[1])
redis.call('PUBLISH', ARGV[2], '')`;

/**
 * Ends a turn, so that nothing can be recorded in it any more, and returns whether a payment was. KEYS: queue, log. ARGV: own place, id of
 * the entry.
 */
const SETTLE = `
redis.call('LREM', KEYS[1], 1, ARGV[1])
for _, item in ipairs(redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', ${RECENT})) do
  if string.find(item[2][2], ARGV[2], 1, true) then return 1 end
end
return 0`;

/** Creates the turns of one purse among the replicas of a network, first come, first served. */
export function createPaymentTurns<P>(store: SharedStore, name: string): PaymentTurns<P> {
  const queue = `purse:${name}:queue`;
  const log = `purse:${name}:log`;
  const unsent = `purse:${name}:unsent`;
  const keys = [queue, log, unsent];
  const mutex = createMutex();
  let count = 0;
  let entries = 0;
  let read = '0-0';
  let last: SignedEntry<P> | undefined;

  /** Waits until the place is the first one. */
  const take = async (place: string): Promise<Pick<PaymentTurn<P>, 'ofOthers' | 'unsent'>> => {
    for (;;) {
      const changed = nextMessage(store, queue, LOOK_MS);
      try {
        const answer = await store.run(TAKE, keys, [place, store.aliveKey, read]);
        if (answer !== null) return readAnswer(answer);
        await changed.arrived;
      } finally {
        changed.forget();
      }
    }
  };
  const readAnswer = (answer: unknown): Pick<PaymentTurn<P>, 'ofOthers' | 'unsent'> => {
    // What the script above returns.
    const [items, pending] = answer as [[id: string, [field: string, entry: string]][], string];
    const ofOthers: Entry<P>[] = [];
    for (const [id, [, text]] of items) {
      const { by, id: _, ...entry } = JSON.parse(text) as Entry<P> & { by: string; id: string };
      read = id;
      if ('signed' in entry) last = entry.signed;
      if (by !== store.replica) ofOthers.push(entry);
    }
    return { ofOthers, unsent: last?.txid === pending ? last : undefined };
  };
  /** @param id differs for each entry */
  const text = (entry: Entry<P>, id: string): string => toJson({ ...entry, by: store.replica, id });

  const record = async (place: string, entry: SignedEntry<P>): Promise<boolean> => {
    // The same payment may have been recorded and refused before.
    const id = `${place}/${++entries}`;
    try {
      return (await store.run(SIGNED, keys, [place, entry.txid, text({ signed: entry }, id)])) === 1;
    } catch {
      // If it was recorded, another replica sends it, and the request must not be answered with a failure.
      const settled = await untilAnswered(store, SETTLE_MS, () => store.run(SETTLE, [queue, log], [place, id]));
      return settled === 1;
    }
  };
  /** Gives up the place, once Redis is back: as long as this replica lives, the others wait for it. */
  const leave = async (place: string): Promise<void> => {
    const end = () => store.run(END, [queue], [place, store.key(queue)]);
    await end().catch(() => void untilAnswered(store, Number.POSITIVE_INFINITY, end).catch(() => undefined));
  };
  const turnAt = (place: string, taken: Pick<PaymentTurn<P>, 'ofOthers' | 'unsent'>): PaymentTurn<P> => {
    const recorded = new Map<string, SignedEntry<P>>(taken.unsent && [[taken.unsent.txid, taken.unsent]]);
    return {
      ...taken,
      async signed(entry) {
        recorded.set(entry.txid, entry);
        if (!(await record(place, entry))) throw new TurnLost();
      },
      async sent(txid) {
        const event = eventOf(recorded.get(txid));
        // Otherwise the next turn sends it again, which has no effect, and records that.
        await store.run(SENT, [unsent, ...EVENT_KEYS], [txid, event, store.key('events')]).catch(() => undefined);
      },
      async refused(txid) {
        await store.run(REFUSED, keys, [place, txid, text({ refused: txid }, `${place}/${++entries}`)]).catch(() => undefined);
      },
    };
  };

  const runOnce = async <T>(task: (turn: PaymentTurn<P>) => Promise<T>): Promise<T> => {
    const place = `${store.replica}/${++count}`;
    try {
      return await task(turnAt(place, await take(place)));
    } finally {
      await leave(place);
    }
  };

  return {
    run: (task) =>
      mutex.run(async () => {
        for (;;) {
          try {
            return await runOnce(task);
          } catch (error) {
            if (!(error instanceof TurnLost)) throw error;
          }
        }
      }),
  };
}

/** The replica seemed dead, and another one has the turn now. */
class TurnLost extends Error {}

/** Returns the event of a payment that the node accepted. */
function eventOf<P>({ txid, paid }: Partial<SignedEntry<P>> = {}): string {
  if (txid === undefined || paid === undefined) return '';
  return toJson({ type: 'faucet.payment', chain: paid.coin === 'btc' ? 'bitcoin' : 'stacks', txId: txid, ...paid });
}
