import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Made once, because an error has a stack trace. */
const GONE = new DOMException('The client has gone', 'AbortError');

/** By `closing` and connection: the requests of a connection share a signal, because they come one after the other. */
const signals = new WeakMap<AbortSignal, WeakMap<Socket, AbortSignal>>();

/**
 * Returns a signal that fires when the client's connection ends, or the gateway closes.
 * `AbortSignal.any` would do the same, but on Node 20 a signal as long-lived as `closing` keeps a reference to each one made of it.
 */
export function whenGone({ socket }: ServerResponse, closing: AbortSignal): AbortSignal {
  if (socket === null || socket.destroyed || closing.aborted) return AbortSignal.abort(GONE);
  const ofConnections = signals.get(closing) ?? new WeakMap<Socket, AbortSignal>();
  signals.set(closing, ofConnections);
  const known = ofConnections.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  const end = (): void => {
    closing.removeEventListener('abort', end);
    gone.abort(GONE);
  };
  closing.addEventListener('abort', end);
  socket.once('close', end);
  ofConnections.set(socket, gone.signal);
  return gone.signal;
}
