import type { Writable } from '#platform/streams.js';
import { toJson } from '../../base/json.js';
import { createOutlet, streamSink } from '../../base/outlet.js';
import type { Feed, FeedFilter } from './feed.js';

export type ReaderOptions = {
  feed: Feed;
  /** `Last-Event-ID`: the last event that the reader has. Absent: only new events. */
  after?: number | undefined;
  /** Selects the parts of events to send. @default all of all */
  filter?: FeedFilter | undefined;
  /** Fires when the gateway closes. */
  closing: AbortSignal;
  /** The interval of comments, which detect dead connections, in ms. @default 15000 */
  heartbeatMs?: number | undefined;
  /** The time after which a reader that reads nothing is disconnected, in ms. @default 60000 */
  patienceMs?: number | undefined;
};

/**
 * Sends a feed to one reader as server-sent events, until either ends. It stores only the reader's position: a slow reader gets a `gap`,
 * then the events that are still remembered. A reader that does not read at all is disconnected.
 */
export function sendEvents(output: Writable, options: ReaderOptions): void {
  const { feed, after, filter, closing, heartbeatMs = 15_000, patienceMs = 60_000 } = options;
  // The reader waits for each event, however large it is: no number of bytes is too many.
  const outlet = createOutlet(streamSink(output), { limit: Number.POSITIVE_INFINITY, patienceMs });
  let next = (after ?? feed.latest()) + 1;
  /** Whether the next event is being encoded. */
  let isEncoding = false;
  /** Whether the reader does not know the number of the last event, because the event was not for it. */
  let isBehind = false;

  /** Sends what the reader takes now. */
  const pump = (): void => {
    if (next > feed.latest() + 1) {
      // Numbers that this feed has not reached are those of an earlier run.
      outlet.send(gap(undefined, feed.oldest()));
      next = feed.oldest();
    }
    while (!isEncoding && outlet.isFree() && outlet.isOpen() && next <= feed.latest()) {
      const entry = feed.at(next);
      if (entry === undefined) {
        const from = feed.oldest();
        outlet.send(gap(from - next, from));
        next = from;
        continue;
      }
      const text = entry.text(filter);
      if (text instanceof Promise) {
        isEncoding = true;
        void text.then(
          (encoded) => feed.queue(() => sendEncoded(encoded)),
          (error: Error) => output.destroy(error),
        );
        return;
      }
      pass(text);
    }
  };
  const pass = (text: Buffer | undefined): void => {
    if (text !== undefined) outlet.send(text);
    isBehind = text === undefined;
    next++;
  };
  const sendEncoded = (text: Buffer | undefined): void => {
    isEncoding = false;
    pass(text);
    pump();
  };
  const end = (): void => void output.end();
  const heartbeat = setInterval(() => {
    if (!outlet.isFree()) return;
    // An id without data is no event, but where a reader resumes.
    outlet.send(isBehind ? `id: ${next - 1}\n\n` : ': here\n\n');
    isBehind = false;
  }, heartbeatMs);
  const unwatch = feed.watch(pump);
  outlet.onFree(() => feed.queue(pump));
  output.on('error', () => undefined); // `close` follows
  output.once('close', () => {
    unwatch();
    clearInterval(heartbeat);
    closing.removeEventListener('abort', end);
  });
  closing.addEventListener('abort', end);
  outlet.send('retry: 500\n\n');
  pump();
  if (closing.aborted) end();
}

/** @param missed the number of events that the reader missed; undefined if it is unknown */
function gap(missed: number | undefined, next: number): string {
  return `event: gap\ndata: ${toJson({ type: 'gap', ...(missed !== undefined && { missed }), next })}\n\n`;
}
