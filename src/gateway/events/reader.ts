import type { Writable } from 'node:stream';
import { toJson } from '../../json.js';
import type { Feed } from './feed.js';

export type ReaderOptions = {
  feed: Feed;
  /** `Last-Event-ID`: the last event that the reader has. Absent: it wants what comes from now on. */
  after?: number | undefined;
  /** Fires when the gateway closes. */
  closing: AbortSignal;
  /** How often a line is sent that says nothing, so that dead connections are noticed, in ms. @default 15000 */
  heartbeatMs?: number | undefined;
  /** How long a reader may take nothing before it is cut off, in ms. @default 60000 */
  patienceMs?: number | undefined;
};

/**
 * Sends a feed to one reader as server-sent events, until either ends. Nothing is kept for the reader but its place in the feed: who
 * reads slowly is sent what is still remembered then, after a `gap`, and who does not read at all is cut off.
 */
export function sendEvents(output: Writable, options: ReaderOptions): void {
  const { feed, after, closing, heartbeatMs = 15_000, patienceMs = 60_000 } = options;
  let next = (after ?? feed.latest()) + 1;
  let stuck: NodeJS.Timeout | undefined;

  const write = (text: string): void => {
    if (output.write(text)) return;
    stuck ??= setTimeout(() => output.destroy(), patienceMs);
  };
  const pump = (): void => {
    if (after !== undefined && next > feed.latest() + 1) {
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
      write(`id: ${entry.id}\nevent: ${entry.event.type}\ndata: ${toJson(entry.event)}\n\n`);
      next++;
    }
  };
  const resume = (): void => {
    clearTimeout(stuck);
    stuck = undefined;
    pump();
  };
  const end = (): void => void output.end();
  const heartbeat = setInterval(() => stuck === undefined && write(': here\n\n'), heartbeatMs);
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

/** @param missed how many events the reader will never see; undefined when nobody knows */
function gap(missed: number | undefined, next: number): string {
  return `event: gap\ndata: ${toJson({ type: 'gap', ...(missed !== undefined && { missed }), next })}\n\n`;
}
