import type { IncomingMessage } from 'node:http';

const prefixes = new WeakMap<IncomingMessage, string>();

/** Returns the path below which the client sees the server of a request; empty for the root. The request's `url` begins after it. */
export function mountedAt(request: IncomingMessage): string {
  return prefixes.get(request) ?? '';
}

export function setMounted(request: IncomingMessage, path: string): void {
  prefixes.set(request, path);
}

/** Returns a `Location` as the client of a request needs it. */
export function locationFor(request: IncomingMessage, location: string): string {
  return location.startsWith('/') ? `${mountedAt(request)}${location}` : location;
}
