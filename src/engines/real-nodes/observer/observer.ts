import { createServer } from 'node:http';
import { createPortGuard } from '#platform/port-guard.js';
import { readStream } from '#platform/read-stream.js';
import { DevnetError } from '../../../base/error.js';
import type { ServiceEnvironment } from '../launch/launcher.js';

/** A request of stacks-node to an event observer; the body is JSON. */
export type ObserverEvent = { path: string; body: Buffer };
export type Observer = {
  /** The address that the services use. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
};

/** The longest event, in bytes: those of a genesis block have all of its receipts. */
const LONGEST_EVENT = 256 * 1024 * 1024;

/**
 * Starts an event observer. It answers at once, because the node's queue waits for the answer, and reports events in the order of arrival.
 * @returns undefined if the services cannot reach this process
 */
export async function startObserver(
  environment: Pick<ServiceEnvironment, 'backchannel'>,
  onEvent: (event: ObserverEvent) => void,
): Promise<Observer | undefined> {
  const back = await environment.backchannel();
  if (back === undefined) return undefined;
  const guard = createPortGuard({ host: back.listenOn, allowedHosts: [back.calledAs], what: 'the event observer' });
  const server = createServer((request, response) => {
    const { method = '', headers, url = '' } = request;
    // A node sends JSON. A web page, which would have to ask first, must not invent events.
    const refused = guard({ method, header: (name) => [headers[name]].flat()[0] }) ?? refusedType(headers['content-type']);
    if (refused !== undefined) {
      response.writeHead(403, { connection: 'close' }).end(refused.message);
      return;
    }
    readStream(request, LONGEST_EVENT).then(
      (bytes) => {
        if (bytes === undefined) response.writeHead(413, { connection: 'close' });
        response.end();
        if (method === 'POST' && bytes !== undefined) onEvent({ path: url, body: bytes });
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, back.listenOn, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new DevnetError('INTERNAL', 'the event observer has no port');
  return {
    host: back.calledAs,
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusedType(type: string | undefined): Error | undefined {
  if (/^application\/json(?:;|$)/i.test(type ?? '')) return undefined;
  return new DevnetError('FORBIDDEN', `content-type: expected application/json, received ${type ?? 'none'}`);
}
