import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyRequest } from 'fastify';
import { locationFor } from '#platform/mounted-at.js';
import { enter } from '../base/turns.js';
import { BODY_LIMIT } from './body.js';
import { sendError } from './errors.js';
import { addCorsHeaders } from './plugins/cors.js';
import { sayInHttp } from './plugins/words.js';
import type { App, SchemaTypes } from './schema-types.js';
import type { AppSettings, Services } from './services.js';
import { createValidatorCompiler } from './validator.js';

/** The route that asks whether the network can be used. */
const PROBE = '/ready';

/** Returns what a request is answered with. */
export type ServicesOf = (request: IncomingMessage) => Services;

/** Creates an app without routes. It has no body parsers: each scope adds its own, and 404 outside of scopes reads no body. */
export function createServer({ trustedProxies, version }: Pick<AppSettings, 'trustedProxies' | 'version'>): App {
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Own compilers keep Fastify from loading its two, which cost as much as Fastify itself. Answers are built from typed data.
    schemaController: {
      compilersFactory: { buildValidator: createValidatorCompiler(), buildSerializer: () => () => JSON.stringify },
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, addCorsHeaders(reply)),
  }).withTypeProvider<SchemaTypes>();
  app.removeAllContentTypeParsers();
  sayInHttp(app);
  const release = `stacks-devnet ${version}`;
  // Hooks call back where they have nothing to wait for: a promise for each hook of each request takes longer than most of them.
  app.addHook('onRequest', ({ raw: { headers } }, reply, done) => {
    reply.header('x-api-version', release);
    // Go's `http.Post(url, "", nil)` sends an empty one, which says as much as none. Fastify refuses it even without a body.
    if (headers['content-type']?.trim() === '') delete headers['content-type'];
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') reply.header('location', locationFor(request.raw, location));
    done();
  });
  return app;
}

/** Creates an app without routes, for requests of many networks. @param servicesOf returns what a request is answered with */
export function createNetworkServer(settings: AppSettings, servicesOf: ServicesOf): App {
  const app = createServer(settings);
  app.decorateRequest('services', {
    getter() {
      return servicesOf((this as FastifyRequest).raw);
    },
  });
  app.addHook('onRequest', ({ routeOptions: { url } }, _reply, done) => {
    // Many requests come at once. A probe does not wait behind them.
    const free = url === PROBE ? undefined : enter();
    if (free === undefined) done();
    else void free.then(() => done());
  });
  app.addHook('onRequest', ({ services }, reply, done) => {
    // The next request of this client should go to another replica.
    if (services.isDraining()) reply.header('connection', 'close');
    done();
  });
  return app;
}
