import { errorCodes, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from '#platform/http-messages.js';
import { readStream } from '#platform/read-stream.js';
import type { Api } from './route-adder.js';

/**
 * Replaces Fastify's parsers, with the same errors: its own keep an object for each chunk, so a body of small chunks takes a hundred times
 * its bytes.
 */
export function addBodyParsers(api: Api): void {
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) => {
    const text = await readText(request, body);
    return new Promise<unknown>((resolve, reject) => {
      parseJson(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
    });
  });
  api.addContentTypeParser('text/plain', readText);
}

/** @throws FastifyError FST_ERR_CTP_BODY_TOO_LARGE */
async function readText({ headers, routeOptions: { bodyLimit } }: FastifyRequest, body: IncomingMessage): Promise<string> {
  const isLong = Number(headers['content-length'] ?? 0) > bodyLimit;
  const bytes = isLong ? undefined : await readStream(body, bodyLimit);
  if (bytes === undefined) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  return bytes.toString('utf8');
}
