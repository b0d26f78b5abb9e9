import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../schema-types.js';

/** The headers of answers that pages on other origins may read. */
const EXPOSED = [
  'x-api-version',
  'x-request-id',
  'x-canonical-stacks-tip-height',
  'preference-applied',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
].join(', ');

const METHODS = ['GET', 'HEAD', 'POST'];
/** The methods of `/devnet/v1`. */
const CONTROL_METHODS = [...METHODS, 'PUT', 'DELETE'];

/**
 * Lets pages on any origin call and read errors, and answers every preflight: a Stacks node itself answers none, and stacks.js
 * adds a header to plain GETs that makes browsers send one.
 */
export function allowCrossOrigin(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCorsHeaders(reply);
    if (request.method === 'OPTIONS') answerPreflight(request, reply, METHODS, []);
    else done();
  });
}

export function addCorsHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED);
}

/** Lets pages on one origin read the answer. @param origin undefined if the origin of the request may not */
export function varyByOrigin(reply: FastifyReply, origin: string | undefined): void {
  reply.header('vary', 'Origin');
  if (origin !== undefined) reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
}

/** Answers the preflight of a page that may call `/devnet/v1`, after {@link varyByOrigin}. */
export function preflightFor(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerPreflight(request, reply, CONTROL_METHODS, ['Origin']);
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[], vary: readonly string[]): FastifyReply {
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) reply.header('access-control-allow-headers', asked);
  return reply
    .code(204)
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-max-age', '600')
    .header('vary', [...vary, 'Access-Control-Request-Headers'].join(', '))
    .header('allow', [...methods, 'OPTIONS'].join(', '))
    .send();
}
