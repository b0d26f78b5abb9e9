import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Observed = { path: string; body: unknown };

export type TestObserver = Awaited<ReturnType<typeof listen>>;

/** Listens for events of a node, and answers 200 unless told otherwise. */
export async function listen(port = 0) {
  const taken: Observed[] = [];
  let held: ServerResponse | undefined;
  let status: number | undefined = 200;
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse((await request.toArray()).join(''));
    taken.push({ path: request.url ?? '', body });
    if (status === undefined) held = response;
    else response.writeHead(status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    endpoint: `127.0.0.1:${address.port}`,
    taken,
    /** The bodies of the events of a path, in order. */
    bodies: <T>(path: string) => taken.filter((event) => event.path === path).map(({ body }) => body as T),
    /** From now on, and for the event that is held. */
    answer(code: number) {
      status = code;
      held?.writeHead(code).end();
      held = undefined;
    },
    /** The next event gets no answer. */
    hold() {
      status = undefined;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
