import type { ServerResponse } from 'node:http';

/** Made once, because an error has a stack trace and each request ends with this one. */
const GONE = new DOMException('The client has gone, or has its answer', 'AbortError');

/**
 * Returns a signal that fires when the client disconnects, the response is sent, or the gateway closes.
 * `AbortSignal.any` would do the same, but on Node 20 a signal as long-lived as `closing` keeps a reference to each one made of it.
 */
export function whenGone(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    closing.removeEventListener('abort', end);
    gone.abort(GONE);
  };
  if (closing.aborted) end();
  closing.addEventListener('abort', end);
  response.once('close', end);
  return gone.signal;
}
