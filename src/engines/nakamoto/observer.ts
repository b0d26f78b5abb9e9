import { createServer, type IncomingMessage } from 'node:http';
import { DevnetError } from '../../error.js';
import { type Json, parseExactJson } from '../../json.js';
import type { Site } from '../launch/launcher.js';

/** What stacks-node posts, in order. */
export type Posted = { path: string; body: Json };
export type Observer = {
  /** Where services reach it. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
};

/**
 * An event observer: answers at once, since the node's queue waits for the answer, and hands over what came in the order of arrival.
 * @returns undefined where services cannot reach this process
 */
export async function startObserver(site: Pick<Site, 'backchannel'>, onPosted: (posted: Posted) => void): Promise<Observer | undefined> {
  const back = await site.backchannel();
  if (back === undefined) return undefined;
  const server = createServer((request, response) => {
    readBody(request).then(
      (text) => {
        response.end();
        if (request.method === 'POST') onPosted({ path: request.url ?? '', body: readJson(text) });
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

/** Undefined for what is no JSON: told to nobody. */
function readJson(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
