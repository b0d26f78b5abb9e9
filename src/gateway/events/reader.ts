import type { Writable } from 'node:stream';
import type { PickEvent } from '../../devnet/events/filter.js';
import { toJson } from '../../json.js';
import type { Feed } from './feed.js';

export type ReaderOptions = {
  feed: Feed;
  /** `Last-Event-ID`: the last event that the reader has. Absent: only new events. */
  after?: number | undefined;
  /** Selects the parts of events to send. @default all of all */
  pick?: PickEvent | undefined;
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
  const { feed, after, pick = (event) => event, closing, heartbeatMs = 15_000, patienceMs = 60_000 } = options;
  let next = (after ?? feed.latest()) + 1;
  let stuck: NodeJS.Timeout | undefined;
  /** Whether the reader does not know the number of the last event, because the event was not for it. */
  let isBehind = false;

  const write = (text: string): void => {
    if (output.write(text)) return;
    stuck ??= setTimeout(() => output.destroy(), patienceMs);
  };
  const pump = (): void => {
    if (next > feed.latest() + 1) {
      // Numbers that this feed has not reached are those of an earlier run.
      write(gap(undefined, feed.oldest()));
      next = feed.oldest();
    }
    while (stuck === undefined && !output.destroyed && next <= feed.latest()) {
      const entry = feed.at(next);
      if (entry === undefined) {
        const from = feed.oldest();
        write(gap(from - next, from));
        next = from;
        continue;
      }
      const picked = entry.event.type === 'gap' ? { ...entry.event, next: entry.id + 1 } : pick(entry.event);
      if (picked !== undefined) write(`id: ${entry.id}\nevent: ${picked.type}\ndata: ${toJson(picked)}\n\n`);
      isBehind = picked === undefined;
      next++;
    }
  };
  const resume = (): void => {
    clearTimeout(stuck);
    stuck = undefined;
    pump();
  };
  const end = (): void => void output.end();
  const heartbeat = setInterval(() => {
    if (stuck !== undefined) return;
    // An id without data is no event, but where a reader resumes.
    write(isBehind ? `id: ${next - 1}\n\n` : ': here\n\n');
    isBehind = false;
  }, heartbeatMs);
  const unwatch = feed.watch(pump);
  output.on('drain', resume);
  output.on('error', () => undefined); // `close` follows
  output.once('close', () => {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(stuck);
    closing.removeEventListener('abort', end);
  });
  closing.addEventListener('abort', end);
  write('retry: 500\n\n');
  pump();
  if (closing.aborted) end();
}

/** @param missed the number of events that the reader missed; undefined if it is unknown */
function gap(missed: number | undefined, next: number): string {
  return `event: gap\ndata: ${toJson({ type: 'gap', ...(missed !== undefined && { missed }), next })}\n\n`;
}
