import type { FastifyReply } from 'fastify';
import { BITCOIN_BODY_LIMIT, readBody } from '../body.js';
import { answerErrors } from '../errors.js';
import type { App } from '../schema-types.js';

/** Adds the Esplora API on the scope of `/api`. */
export function addEsploraRoutes(app: App): void {
  // Clients send hex with any content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', readBody);
  app.addHook('onRequest', async (_request, reply) => {
    // A reorganisation or a restore may change any answer.
    reply.header('cache-control', 'no-store');
  });
  answerErrors(app, ({ message }) => message);
  app.setNotFoundHandler(({ url }, reply) => sendText(reply, 404, `endpoint does not exist "${url.split('?')[0]}"`));
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    schema: { hide: true },
    bodyLimit: BITCOIN_BODY_LIMIT,
    async handler({ method, url, body, services: { devnet } }, reply) {
      const { answerEsplora } = await import('../../bitcoin/esplora-app.js');
      const [path = '', ...query] = url.split('?');
      const request = { method, path, query: new URLSearchParams(query.join('?')), body: bufferOf(body) };
      const answer = await answerEsplora(request, devnet.bitcoinIndex);
      return reply.code(answer.status).type(answer.type).send(answer.body);
    },
  });
}

function bufferOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}
