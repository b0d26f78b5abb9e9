import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Made once, because an error has a stack trace. */
const GONE = new DOMException('The client has gone', 'AbortError');

/** The signal of a connection, which its requests share: they come one after the other. */
const signals = new WeakMap<Socket, { closing: AbortSignal; signal: AbortSignal }>();

/**
 * Returns a signal that fires when the client's connection ends, or the gateway closes.
 * `AbortSignal.any` would do the same, but on Node 20 a signal as long-lived as `closing` keeps a reference to each one made of it.
 */
export function whenGone({ socket }: ServerResponse, closing: AbortSignal): AbortSignal {
  if (socket === null || socket.destroyed || closing.aborted) return AbortSignal.abort(GONE);
  const known = signals.get(socket);
  if (known?.closing === closing) return known.signal;
  const gone = new AbortController();
  const end = (): void => {
    closing.removeEventListener('abort', end);
    gone.abort(GONE);
  };
  closing.addEventListener('abort', end);
  socket.once('close', end);
  signals.set(socket, { closing, signal: gone.signal });
  return gone.signal;
}
