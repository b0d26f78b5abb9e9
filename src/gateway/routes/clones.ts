import { cloneAnswer } from '../../devnet/answers/clones.js';
import { DevnetError } from '../../error.js';
import { showValue } from '../../show-value.js';
import type { App } from '../schema-types.js';
import { cloneBody, clonesAnswer } from '../schemas/clones.js';
import { idParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';

const tags = ['control'];

/** Routes for copies of the network, under `/devnet/v1`. */
export function addCloneRoutes(app: App): void {
  app.post(
    '/v1/clones',
    {
      schema: {
        tags,
        operationId: 'clone',
        summary: 'Start a copy of the network, with ports of its own or below the path of the copy',
        body: cloneBody,
        response: { 201: cloneAnswer, ...errorResponses(400, 403, 409, 413, 415, 501, 503) },
      },
    },
    async ({ body, services: { devnet } }, reply) => {
      const copy = await devnet.copies.open({ ports: body?.ports ?? true });
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
    async ({ services: { devnet } }) => ({ clones: devnet.copies.list() }),
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
    async ({ params, services: { devnet } }, reply) => {
      await devnet.copies.close(params.id);
      return reply.code(204).send();
    },
  );

  // The gateways of copies without ports answer before this app does.
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/v1/clones/:id/*',
    schema: { hide: true, params: idParams },
    handler({ params: { id } }) {
      throw new DevnetError('NOT_FOUND', `no copy answers below the id ${showValue(id)}`, { field: 'id', received: showValue(id) });
    },
  });
}
