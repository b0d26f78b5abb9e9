import type { ServerResponse } from 'node:http';

/** Fires when the client has gone away before its answer, or the answer was sent. */
export function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
