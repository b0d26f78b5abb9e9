import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ObservedEvent } from './observed.js';

/** An event observer on loopback that keeps all it is sent, in order. */
export async function observe(): Promise<AsyncDisposable & { endpoint: string; events: readonly ObservedEvent[] }> {
  const events: ObservedEvent[] = [];
  const server = createServer(async (request, response) => {
    events.push({ path: request.url ?? '', body: (await json(request)) as ObservedEvent['body'] });
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
