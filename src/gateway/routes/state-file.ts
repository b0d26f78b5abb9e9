import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { statusAnswer } from '../../devnet/answers/status.js';
import { HttpError } from '../../http-error.js';
import { readBody } from '../body.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import type { AppSettings } from '../services.js';

const tags = ['control'];
const TYPE = 'application/octet-stream';
const state = { type: 'string', format: 'binary' } as const;
const STATE_LIMIT = 256 * 1024 * 1024;
const LONG = 'Start the network with a higher control.stateLimit (--control-state-limit <bytes>).';

/** Routes for the whole state as a file, under `/devnet/v1`. */
export function addStateFileRoutes(app: App, { control }: Pick<AppSettings, 'control'>): void {
  app.get(
    '/v1/dump',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'dumpState',
        summary: 'The whole state of the network as a file, with private keys',
        response: {
          200: { description: 'The file: see docs/state-file.md.', content: { [TYPE]: { schema: state } } },
          ...errorResponses(403, 409, 501, 503),
        },
      },
    },
    async ({ services: { devnet } }, reply) => {
      const bytes = await devnet.dumpState();
      return reply
        .type(TYPE)
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="devnet.state"')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
  );

  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(TYPE, async (request: FastifyRequest, body: IncomingMessage) => readBody(request, body, LONG));
    scope.addContentTypeParser('*', async (request: FastifyRequest) => {
      throw wrongType(request.headers['content-type']);
    });
    scope.post(
      '/v1/load',
      {
        bodyLimit: control.stateLimit ?? STATE_LIMIT,
        schema: {
          tags,
          operationId: 'loadState',
          summary: 'Go to the state of a file, of a network with the same settings',
          consumes: [TYPE],
          response: { 200: statusAnswer, ...errorResponses(400, 403, 409, 413, 415, 501, 503) },
        },
      },
      async ({ body, headers, services: { devnet } }) => {
        if (!Buffer.isBuffer(body)) throw wrongType(headers['content-type']);
        await devnet.loadState(body);
        return devnet.status();
      },
    );
  });
}

function wrongType(type: string | undefined): HttpError {
  const received = type || 'none';
  return new HttpError(415, 'INVALID_INPUT', `content-type: expected ${TYPE}, received ${received}`, {
    field: 'content-type',
    expected: TYPE,
    received,
    hint: `Send the bytes of the file: curl --data-binary @devnet.state -H "content-type: ${TYPE}".`,
  });
}
