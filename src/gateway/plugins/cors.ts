import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../schema-types.js';

/** Headers of answers that pages on other origins may read. */
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

const METHODS = 'GET, HEAD, POST';

/**
 * Lets pages on any origin call, errors included, and answers every preflight: a Stacks node itself answers none, and stacks.js
 * adds a header to plain GETs that makes browsers send one.
 */
export function allowCrossOrigin(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    addCorsHeaders(reply);
    if (request.method === 'OPTIONS') return preflight(request, reply);
  });
}

export function addCorsHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED);
}

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) reply.header('access-control-allow-headers', asked);
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', '600')
    .header('vary', 'Access-Control-Request-Headers')
    .header('allow', `${METHODS}, OPTIONS`)
    .send();
}
