import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { mountedAt, setMounted } from '#platform/mounted-at.js';

/** Answers HTTP requests that another server received. */
export type HttpTarget = {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

/** The gateways of copies without ports: they answer below a path of the gateway of their network. */
export type Mounts = {
  /** @param id of a copy @returns the path, and a function that ends it */
  add(id: string, target: HttpTarget): { path: string; remove(): void };
  /** Returns the gateway that a request is for, and removes the path of the copy from the request. Undefined for the network itself. */
  enter(request: IncomingMessage): HttpTarget | undefined;
};

const CLONES = '/devnet/v1/clones';
/** A path below that of a copy. The path of the copy itself is a route of the network's gateway. */
const BELOW = new RegExp(`^${CLONES}/([^/?]+)(/.*)$`, 's');

export function createMounts(): Mounts {
  const targets = new Map<string, HttpTarget>();
  return {
    add(id, target) {
      targets.set(id, target);
      return { path: `${CLONES}/${id}`, remove: () => void targets.delete(id) };
    },
    enter(request) {
      const { url = '' } = request;
      // Most requests are for the network itself.
      const [, id, rest] = targets.size > 0 && url.startsWith(CLONES) ? (BELOW.exec(url) ?? []) : [];
      const target = id === undefined ? undefined : targets.get(id);
      if (target === undefined || rest === undefined) return undefined;
      setMounted(request, `${mountedAt(request)}${CLONES}/${id}`);
      request.url = rest;
      return target;
    },
  };
}
