import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureAnswer, type RpcFailure } from '../../stacks/rpc-faults.js';
import type { App } from '../schema-types.js';

/** The paths of the Stacks node, the Stacks API and the x402 facilitator. */
const AFFECTED = /^\/(?:v2|v3|extended|x402)\//;
/** The faucets are the tools of tests, and no part of a real network. */
const FAUCETS = /^\/extended\/v\d+\/faucets\//;

/** Delays requests of clients and lets them fail, for `devnet.chaos`. */
export function addFaults(app: App): void {
  const failures = new WeakMap<FastifyRequest, RpcFailure>();
  app.addHook('onRequest', (request, reply, done) => {
    const { rpcFaults } = request.services.devnet;
    const path = request.url.split('?')[0] ?? '';
    const fault = request.method === 'OPTIONS' || !AFFECTED.test(path) || FAUCETS.test(path) ? undefined : rpcFaults.fault(path);
    if (fault === undefined) return done();
    const { delayMs = 0, failure } = fault;
    const proceed = (): void => {
      // Other paths only read: they need no answer to lose.
      if (failure !== undefined && (failure.lost === 'request' || request.method === 'GET')) return void fail(failure, request, reply);
      if (failure !== undefined) failures.set(request, failure);
      done();
    };
    if (delayMs > 0) setTimeout(proceed, delayMs);
    else proceed();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const failure = failures.get(request);
    if (failure === undefined) return done(null, payload);
    if (failure.status === 'disconnect') {
      request.raw.socket.destroy();
      return done(null, payload);
    }
    const { status, headers, body } = failureAnswer(failure.status);
    reply.code(status).removeHeader('content-length').headers(headers);
    done(null, body);
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
