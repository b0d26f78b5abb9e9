import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { XStatic } from 'typebox/schema';
import type { IncomingMessage, ServerResponse } from '#platform/http-messages.js';
import { answerConditionally } from './conditional.js';
import type { ApiContext } from './context.js';

/** The Fastify instance of the API. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>;

type Schema = Record<string, unknown>;
/** Parameters by name. All of a path are required, of a query those in `required`. */
type RouteOptions<Params extends Schema, Query extends Schema> = {
  summary: string;
  params?: Params | undefined;
  query?: Query | undefined;
  /** Names of the query's parameters that must be there. @default none */
  required?: readonly string[] | undefined;
  /** Whether answers have an `ETag`; a function decides by the parameters of the path. @default false */
  etag?: boolean | ((context: ApiContext, params: Required<Values<Params>>) => boolean) | undefined;
  /** Whether the API keeps the route for old clients only: its answers then have a warning. @default false */
  deprecated?: boolean | undefined;
  /** The status if the route leads to another one, for example for a hash without 0x. @default none */
  redirect?: 301 | 302 | undefined;
  /** The type of the body. @default application/json */
  type?: 'text/plain' | undefined;
};
/** What the OpenAPI document says beside the parameters. */
type Description = Pick<RouteOptions<Schema, Schema>, 'summary' | 'deprecated' | 'redirect' | 'type'>;
type Values<Properties extends Schema> = XStatic<{ type: 'object'; properties: Properties; required: [] }>;
type Input<Params extends Schema, Query extends Schema> = ApiContext & {
  params: Required<Values<Params>>;
  query: Values<Query>;
  reply: FastifyReply;
};

/** Adds a route that answers GET. */
export type AddRoute = <const Params extends Schema = Record<never, never>, const Query extends Schema = Record<never, never>>(
  url: string,
  options: RouteOptions<Params, Query>,
  handle: (input: Input<Params, Query>) => unknown,
) => void;

/** Adds the routes of one subject. */
export type Routes = (get: AddRoute) => void;

/** The warning of routes that the API keeps for old clients. */
export const DEPRECATED = '299 - "Deprecated: See https://docs.hiro.so/stacks/api for more information"';

/** @param contextOf makes the context of a request */
export function routeAdder(api: Api, contextOf: (request: IncomingMessage) => Promise<ApiContext>): AddRoute {
  return (url, { params, query, required = [], etag = false, ...described }, handle) => {
    const names = Object.keys(params ?? {});
    const schema = {
      ...describeRoute(url, described),
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
        onSend: async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
          if (reply.statusCode >= 400) return body;
          const isTagged = etag === true || etag(await contextOf(request.raw), request.params as never);
          return isTagged ? answerConditionally(request, reply, body) : body;
        },
      }),
    };
    api.get(url, { schema, ...hooks }, async (request, reply) => {
      const context = await contextOf(request.raw);
      return handle({ ...context, params: request.params, query: request.query, reply } as never);
    });
  };
}

/** The answers of all routes, for the OpenAPI document. */
const RESPONSES = {
  200: { description: 'As the Stacks Blockchain API answers.' },
  304: { description: 'What the client has is up to date.', type: 'null' },
  400: { description: 'A parameter is not valid.', type: 'object' },
  404: { description: 'There is no such thing.', type: 'object' },
  503: { description: 'The Stacks node does not answer.', type: 'object' },
} as const;

/** What the OpenAPI document says of a route. */
export function describeRoute(url: string, { summary, deprecated, redirect, type }: Description): object {
  return {
    tags: ['extended'],
    operationId: operationId(url),
    hide: url.includes('*'),
    summary,
    ...(deprecated && { deprecated }),
    response: {
      ...RESPONSES,
      ...(type && { 200: { description: RESPONSES[200].description, content: { [type]: { schema: { type: 'string' } } } } }),
      ...(redirect && { [redirect]: { description: 'The answer is at `Location`.', type: 'null' } }),
    },
  };
}

/** `/extended/v1/tx/:tx_id` is `api_v1_tx_tx_id`. */
function operationId(url: string): string {
  const words = url
    .replace(/^\/extended/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return `api_${words.join('_')}`;
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
