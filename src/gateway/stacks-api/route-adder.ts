import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from '#platform/http-messages.js';
import type { ApiContext } from '../../stacks/api.js';
import { type AddRoute, ApiAnswer, DEPRECATED, describeRoute } from '../../stacks/api-routes.js';
import { answerConditionally } from './conditional.js';

/** The Fastify instance of the API. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>;

/** What the error handler knows of a route. */
export type RouteConfig = { refusal?: 'error' | 'nothing' | undefined };

/** @param contextOf makes the context of a request */
export function routeAdder(api: Api, contextOf: (request: IncomingMessage) => Promise<ApiContext>): AddRoute {
  return (url, { params, query, required = [], body, etag = false, refusal, ...described }, handle) => {
    const names = Object.keys(params ?? {});
    const schema = {
      ...describeRoute(url, described),
      ...(body && { body }),
      ...(params && { params: { type: 'object', properties: params, required: names } }),
      ...(query && { querystring: { type: 'object', properties: query, ...(required.length > 0 && { required }) } }),
    };
    const hooks = {
      // Also for requests that are refused.
      onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
        if (described.deprecated) reply.header('warning', DEPRECATED);
      },
      preValidation: async (request: FastifyRequest) => splitLists(request.query, query),
      ...(etag !== false && {
        onSend: async (request: FastifyRequest, reply: FastifyReply, content: unknown) => {
          // Neither a request that was refused before it reached its handler has one, nor a failure of the server.
          if (reply.statusCode >= 500 || reply.getHeader('cache-control') === undefined) return content;
          const isTagged = etag === true || etag(await contextOf(request.raw), request.params as never, request.query as never);
          return isTagged ? answerConditionally(request, reply, content) : content;
        },
      }),
    };
    api[body === undefined ? 'get' : 'post'](url, { schema, config: { refusal } as object, ...hooks }, async (request, reply) => {
      const context = await contextOf(request.raw);
      const answer = await handle({ ...context, params: request.params, query: request.query, url: request.url } as never);
      if (described.type !== undefined) reply.type(described.type);
      return answer instanceof ApiAnswer ? reply.code(answer.status).headers(answer.headers).send(answer.body) : answer;
    });
  };
}

/** Lists of a query may be given by commas, too. */
function splitLists(values: unknown, query: Record<string, unknown> | undefined): void {
  if (query === undefined || typeof values !== 'object' || values === null) return;
  for (const [name, schema] of Object.entries(query)) {
    if ((schema as { type?: unknown }).type !== 'array' || (schema as { commas?: unknown }).commas === false) continue;
    const given = (values as Record<string, unknown>)[name];
    if (typeof given === 'string' && given.includes(',')) (values as Record<string, unknown>)[name] = given.split(',');
    else if (Array.isArray(given)) (values as Record<string, unknown>)[name] = given.flatMap((entry) => String(entry).split(','));
  }
}
