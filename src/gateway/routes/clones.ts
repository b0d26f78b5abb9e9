import type { App } from '../schema-types.js';
import { cloneAnswer, clonesAnswer } from '../schemas/clones.js';
import { idParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import type { Services } from '../services.js';

const tags = ['control'];

/** Routes for copies of the network, under `/devnet/v1`. */
export function addCloneRoutes(app: App, { devnet: { copies } }: Services): void {
  app.post(
    '/v1/clones',
    {
      schema: {
        tags,
        operationId: 'clone',
        summary: 'Start a copy of the network, with ports of its own',
        response: { 201: cloneAnswer, ...errorResponses(403, 409, 501, 503) },
      },
    },
    async (_request, reply) => {
      const copy = await copies.open();
      reply.code(201).header('location', `/devnet/v1/clones/${copy.id}`);
      return copy;
    },
  );

  app.get(
    '/v1/clones',
    {
      schema: {
        tags,
        operationId: 'clones',
        summary: 'List the copies that were started over HTTP',
        response: { 200: clonesAnswer, ...errorResponses(403, 503) },
      },
    },
    async () => ({ clones: copies.list() }),
  );

  app.delete(
    '/v1/clones/:id',
    {
      schema: {
        tags,
        operationId: 'closeClone',
        summary: 'Stop a copy',
        params: idParams,
        response: { 204: { type: 'null', description: 'It is gone.' }, ...errorResponses(403, 404, 503) },
      },
    },
    async ({ params }, reply) => {
      await copies.close(params.id);
      return reply.code(204).send();
    },
  );
}
