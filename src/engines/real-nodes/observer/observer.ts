import { createServer, type IncomingMessage } from 'node:http';
import { DevnetError } from '../../../error.js';
import { type Json, parseExactJson } from '../../../json.js';
import type { ServiceEnvironment } from '../launch/launcher.js';

/** A request of stacks-node to an event observer. */
export type ObserverEvent = { path: string; body: Json };
export type Observer = {
  /** The address that the services use. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
};

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
  const server = createServer((request, response) => {
    readBody(request).then(
      (text) => {
        response.end();
        if (request.method === 'POST') onEvent({ path: request.url ?? '', body: readJson(text) });
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns undefined for malformed JSON. */
function readJson(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
