import Fastify, { type FastifyError } from 'fastify';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from '#platform/http-messages.js';
import { locationFor } from '#platform/mounted-at.js';
import { once } from '../../base/async.js';
import { httpFailure } from '../../base/http-error.js';
import type { ApiSource } from '../../stacks/api.js';
import { ROUTES } from '../../stacks/api-routes.js';
import { addBodyParsers } from './body.js';
import { type Api, type RouteConfig, routeAdder } from './route-adder.js';
import { createCompiler } from './validator.js';

/**
 * The Stacks API: `/extended` and the legacy names, answered from a history. Paths, bodies, errors and headers are those of the Stacks
 * Blockchain API 9.0.
 * It is a Fastify instance without a port, so that it can be loaded with the first request, and has the API's own errors.
 * @param sourceOf returns what a request is answered from
 */
export async function createStacksApi(
  sourceOf: (request: IncomingMessage) => ApiSource,
  prepare?: (api: Api) => void | Promise<void>,
): Promise<Api> {
  const api: Api = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: createCompiler(), buildSerializer: () => () => JSON.stringify } },
  });
  addBodyParsers(api);
  api.addHook('onSend', (request, reply, _payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') reply.header('location', locationFor(request.raw, location));
    done();
  });
  // Whatever reaches a handler, and no request that its schema refuses.
  api.addHook('preHandler', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  api.setErrorHandler(async (thrown, request, reply) => {
    const { status, error, stack } = httpFailure(thrown, request.raw);
    if (stack !== undefined) sourceOf(request.raw).onWarning?.(`${request.method} ${request.routeOptions.url ?? ''} failed: ${stack}`);
    // The node is asked for interfaces and signatures: a wait for it is none for the client.
    const statusCode = error.code === 'TIMEOUT' ? 503 : status;
    if (statusCode === 503) reply.header('retry-after', '1');
    const { code } = thrown as Partial<FastifyError>;
    const body = { statusCode, ...(code?.startsWith('FST_') && { code }), error: STATUS_CODES[statusCode], message: error.message };
    const { refusal } = request.routeOptions.config as RouteConfig;
    const isReduced = refusal !== undefined && statusCode < 500;
    return reply.code(statusCode).send(isReduced ? (refusal === 'error' ? { error: body.error } : {}) : body);
  });
  await prepare?.(api);
  const get = routeAdder(api, (request) => sourceOf(request).context());
  for (const add of ROUTES) add(get);
  await api.ready();
  return api;
}

const sources = new WeakMap<IncomingMessage, ApiSource>();
/** One for all networks of the process: it takes 3 MiB, a copy of a network a tenth of that. */
const shared = once(() =>
  createStacksApi((request) => {
    const source = sources.get(request);
    if (source === undefined) throw new RangeError('a request for no network');
    return source;
  }),
);

/** Loads the API. @returns what answers a request from a source */
export async function serveStacksApi(): Promise<(request: IncomingMessage, response: ServerResponse, source: ApiSource) => void> {
  const api = await shared();
  return (request, response, source) => {
    sources.set(request, source);
    api.routing(request, response);
  };
}
