import type { XStatic } from 'typebox/schema';
import type { ApiContext } from './context.js';

/** An answer with another status than 200, or with headers; routes return any other value as JSON. */
export class ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Leads a client to another path. */
export function redirect(location: string, status: 301 | 302): ApiAnswer {
  return new ApiAnswer(status, undefined, { location });
}

type Schema = Record<string, unknown>;
/** Parameters by name. All of a path are required, of a query those in `required`. */
type RouteOptions<Params extends Schema, Query extends Schema> = {
  summary: string;
  params?: Params | undefined;
  query?: Query | undefined;
  /** Names of the query's parameters that must be there. @default none */
  required?: readonly string[] | undefined;
  /** The JSON schema of the body of a POST. @default none: the route answers GET */
  body?: Schema | undefined;
  /** Whether answers have an `ETag`; a function decides by the parameters. @default false */
  etag?: boolean | ((context: ApiContext, params: Required<Values<Params>>, query: Values<Query>) => boolean) | undefined;
  /** Whether the API keeps the route for old clients only: its answers then have a warning. @default false */
  deprecated?: boolean | undefined;
  /** The status if the route leads to another one, for example for a hash without 0x. @default none */
  redirect?: 301 | 302 | undefined;
  /** What the body of a refused request is reduced to: the word of the status as `error`, or nothing. @default all of it */
  refusal?: 'error' | 'nothing' | undefined;
  /** The type of the body. @default application/json */
  type?: 'text/plain' | undefined;
};
/** What the OpenAPI document says beside the parameters. */
type Description = Pick<RouteOptions<Schema, Schema>, 'summary' | 'deprecated' | 'redirect' | 'type'>;
type Values<Properties extends Schema> = XStatic<{ type: 'object'; properties: Properties; required: [] }>;
type Input<Params extends Schema, Query extends Schema> = ApiContext & {
  params: Required<Values<Params>>;
  query: Values<Query>;
  /** The path and query of the request. */
  url: string;
};

/** Adds a route. */
export type AddRoute = <const Params extends Schema = Record<never, never>, const Query extends Schema = Record<never, never>>(
  url: string,
  options: RouteOptions<Params, Query>,
  handle: (input: Input<Params, Query>) => unknown,
) => void;

/** Adds the routes of one subject. */
export type Routes = (get: AddRoute) => void;

/** The warning of routes that the API keeps for old clients. */
export const DEPRECATED = '299 - "Deprecated: See https://docs.hiro.so/stacks/api for more information"';

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
