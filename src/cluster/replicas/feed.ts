import { randomUUID } from 'node:crypto';
import { createMutex } from '../../base/async.js';
import { toJson } from '../../base/json.js';
import type { FeedItem } from '../../network/event-feed.js';
import { createFeedMemory, type Feed } from '../../network/event-feed.js';
import type { LocalDevnet } from '../../network/types.js';
import { limitEvents } from '../../stacks/receipt.js';
import { type EventLog, type EventsRead, openEventLog } from '../redis/event-log.js';
import type { SharedStore } from '../redis/store.js';
import { type Batch, type ChainTips, followUnpublishedEvents, type UnpublishedEvents } from './unpublished-events.js';

/** The pause before Redis is tried again, in ms. */
const RETRY_MS = 1_000;
/**
 * How long another replica may take to publish blocks that this one has not seen, in ms. Then the feed has a gap, and at once if no other
 * replica is alive.
 */
const PATIENCE_MS = 10_000;

/**
 * The events of a network with the same numbers at all replicas, as they are in Redis.
 *
 * Each replica follows the chains, and publishes the step from what is published to what it has seen. Redis accepts a step only if nothing
 * was published meanwhile; then the replica computes it anew. So every event is published once, in an order in which one replica may have
 * seen them, and it does not matter which replicas live.
 * @throws DevnetError NOT_REACHABLE
 */
export async function createSharedFeed(devnet: Pick<LocalDevnet, 'subscribe' | 'status'>, store: SharedStore): Promise<Feed> {
  const log = openEventLog(store);
  const memory = createFeedMemory();
  const mutex = createMutex();
  let isClosed = false;
  let isDirty = false;
  let timer: NodeJS.Timeout | undefined;
  let own: UnpublishedEvents | undefined;

  const read = async (): Promise<EventsRead> => {
    let found = await log.read(memory.latest());
    if (found.last < memory.latest()) {
      // Redis lost its data.
      memory.clear();
      found = await log.read(0);
    }
    // What replicas have written.
    const events = found.events.map(({ id, event }) => ({ id, event: JSON.parse(event) as FeedItem }));
    const chains = found.chains === undefined ? undefined : (JSON.parse(found.chains) as ChainTips);
    if (chains !== undefined) {
      own?.published(
        events.map(({ event }) => event),
        chains,
      );
    }
    for (const { id, event } of events) memory.add(id, event);
    return found;
  };
  const publisher = createPublisher(log, store);
  /** Reads what is new, and publishes what is missing. */
  const round = async (comparison: UnpublishedEvents): Promise<void> => {
    for (;;) {
      const found = await read();
      publisher.onRead(found, comparison);
      const batch = found.chains === undefined ? { events: [], chains: comparison.tips() } : await publisher.next(comparison);
      if (found.chains !== undefined && batch.events.length === 0) return;
      await publisher.publish(found.version, batch, comparison);
    }
  };
  const wake = (): void => {
    const comparison = own;
    if (isDirty || isClosed || comparison === undefined) return;
    isDirty = true;
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(wake, RETRY_MS);
      timer.unref();
    };
    void mutex
      .run(async () => {
        isDirty = false;
        await round(comparison);
        if (publisher.isWaiting()) again();
      })
      .catch(again);
  };
  own = await followUnpublishedEvents(devnet, wake);
  const ignore = log.listen(wake);
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    ignore();
    own?.close();
  };
  try {
    const comparison = own;
    await mutex.run(() => round(comparison));
    // In case that this replica has to wait for others.
    wake();
  } catch (error) {
    close();
    throw error;
  }
  return {
    ...memory,
    async refresh() {
      await mutex.run(read);
    },
    close,
  };
}

/** Publishes batches, each at most once. */
function createPublisher(log: EventLog, { isAlone }: Pick<SharedStore, 'isAlone'>) {
  /** The batch of which it is not known whether Redis has it. */
  let unknown: { by: string; batch: Batch } | undefined;
  /** Since when this replica lacks blocks that nobody has published. */
  let waitingSince: number | undefined;
  return {
    isWaiting: () => waitingSince !== undefined,
    onRead({ by }: EventsRead, own: UnpublishedEvents): void {
      if (unknown?.by === by) own.done(unknown.batch);
      unknown = undefined;
    },
    async next(own: UnpublishedEvents): Promise<Batch> {
      const batch = own.missing();
      if (batch !== undefined) {
        waitingSince = undefined;
        return batch;
      }
      waitingSince ??= performance.now();
      const chains = own.tips();
      if (performance.now() - waitingSince < PATIENCE_MS && !(await isAlone())) return { events: [], chains };
      waitingSince = undefined;
      return { events: [{ type: 'gap' }], chains };
    },
    async publish(version: string, batch: Batch, own: UnpublishedEvents): Promise<void> {
      const by = randomUUID();
      unknown = { by, batch };
      const isDone = await log.publish({
        version,
        by,
        chains: toJson(batch.chains),
        events: batch.events.map((event) => toJson(limited(event))),
      });
      unknown = undefined;
      if (isDone) own.done(batch);
    },
  };
}

function limited(event: FeedItem): FeedItem {
  return event.type === 'stacks.block' ? { ...event, receipts: event.receipts.map(limitEvents) } : event;
}
