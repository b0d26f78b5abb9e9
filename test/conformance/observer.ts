import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type ObservedEvent = { path: string; body: Record<string, unknown> };
/** `endpoint` is `127.0.0.1:<port>`; `events` holds all events so far, in order of arrival. */
export type Observer = AsyncDisposable & { endpoint: string; events: readonly ObservedEvent[] };

/** Starts an event observer on a free port. @param host address on which it listens */
export async function observe(host = '127.0.0.1'): Promise<Observer> {
  const events: ObservedEvent[] = [];
  const server = createServer(async (request, response) => {
    let body: unknown;
    try {
      body = await json(request);
    } catch {
      // A node that ends leaves its request half sent.
      return;
    }
    events.push({ path: request.url ?? '', body: body as ObservedEvent['body'] });
    response.end();
  });
  await once(server.listen(0, host), 'listening');
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
