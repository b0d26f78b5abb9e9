import type { ServerResponse } from 'node:http';

/**
 * Returns a signal that fires when the client disconnects, the response is sent, or the gateway closes.
 * `AbortSignal.any` would do the same, but on Node 20 a signal as long-lived as `closing` keeps a reference to each one made of it.
 */
export function whenGone(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    closing.removeEventListener('abort', end);
    gone.abort();
  };
  if (closing.aborted) end();
  closing.addEventListener('abort', end);
  response.once('close', end);
  return gone.signal;
}
