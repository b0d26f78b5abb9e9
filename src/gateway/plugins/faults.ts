import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureAnswer, type RpcFailure } from '../../rpc-interceptor.js';
import type { App } from '../schema-types.js';
import type { Services } from '../services.js';

/** The paths of the Stacks node and the Stacks API. */
const DISTURBED = /^\/(?:v2|v3|extended)\//;
/** The faucets are the tools of tests, and no part of a real network. */
const FAUCETS = /^\/extended\/v\d+\/faucets\//;

/** Delays requests of clients and lets them fail, for `devnet.chaos`. */
export function disturbRequests(app: App, { devnet: { interceptor } }: Pick<Services, 'devnet'>): void {
  const failures = new WeakMap<FastifyRequest, RpcFailure>();
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (request.method === 'OPTIONS' || !DISTURBED.test(path) || FAUCETS.test(path)) return;
    const { delayMs = 0, failure } = interceptor.fault(path) ?? {};
    if (delayMs > 0) await delay(delayMs);
    if (failure === undefined) return;
    // Other paths only read: they need no answer to lose.
    if (failure.lost === 'request' || request.method === 'GET') return fail(failure, request, reply);
    failures.set(request, failure);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const failure = failures.get(request);
    if (failure === undefined) return payload;
    if (failure.status === 'disconnect') {
      request.raw.socket.destroy();
      return payload;
    }
    const { status, headers, body } = failureAnswer(failure.status);
    reply.code(status).removeHeader('content-length').headers(headers);
    return body;
  });
}

function fail({ status }: RpcFailure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (status === 'disconnect') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  const answer = failureAnswer(status);
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}
