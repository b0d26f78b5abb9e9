import type { Thread } from '#dist/platform/node/threads.js';
import type { ThreadData } from '#dist/stacks/node/clarity/thread/protocol.js';
import { serveRepeating } from '#dist/stacks/node/clarity/thread/serve-repeating.js';

/** Starts what executes for a page, as its worker does, in this thread: messages are copies, and come in a later turn. */
export function startRepeating(data: unknown): Thread {
  let heard: ((message: unknown) => void) | undefined;
  const later = (take: (message: unknown) => void, message: unknown): void => {
    const copy = structuredClone(message);
    setImmediate(() => take(copy));
  };
  const take = serveRepeating(data as ThreadData, { post: (message) => later((copy) => heard?.(copy), message) });
  return {
    post: (message) => later(take, message),
    listen(onMessage) {
      heard = onMessage;
      return () => {
        heard = undefined;
      };
    },
    terminate: async () => undefined,
  };
}
