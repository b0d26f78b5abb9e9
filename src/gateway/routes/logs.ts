import { Readable } from 'node:stream';
import { DevnetError } from '../../error.js';
import { whenGone } from '../client-gone.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { logParams, logQuery, logsAnswer } from '../schemas/logs.js';

const tags = ['control'];

/** Adds the logs of the network's programs. */
export function addLogRoutes(app: App): void {
  app.get(
    '/v1/logs',
    {
      schema: {
        tags,
        operationId: 'logs',
        summary: "List the logs of the network's programs",
        response: { 200: logsAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => ({ logs: devnet.logs().map(({ name, program }) => ({ name, program })) }),
  );

  app.get(
    '/v1/logs/:name',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'log',
        summary: 'The last lines of a log, and with `follow` new output as it comes',
        params: logParams,
        querystring: logQuery,
        response: {
          200: { description: 'The output of the program.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...errorResponses(400, 403, 404, 503),
        },
      },
    },
    (request, reply) => {
      const { name } = request.params;
      const { follow = 'false', tail = '200' } = request.query;
      const { devnet, leaving } = request.services;
      const logs = devnet.logs();
      const log = logs.find((candidate) => candidate.name === name);
      if (log === undefined) {
        const expected = logs.map((candidate) => candidate.name).join(', ') || 'no name: this network has no logs';
        throw new DevnetError('NOT_FOUND', `there is no log ${name}`, { field: 'name', expected, received: name });
      }
      const signal = whenGone(reply.raw, leaving);
      const text = log.read({ lines: Number(tail), follow: follow === 'true', signal });
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(Readable.from(text));
    },
  );
}
