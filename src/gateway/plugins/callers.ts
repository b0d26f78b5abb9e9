import type { FastifyRequest } from 'fastify';
import type { App } from '../schema-types.js';

/** Headers that may carry an API key, lower case; `service` is the configured name. */
export function keyHeaderNames(service: string): string[] {
  return ['x-api-key', 'x-hiro-api-key', `x-${service.toLowerCase()}-api-key`];
}

/** The routes of probes: those who watch a network must not use up the limits of its clients, and must see replicas without Redis. */
const PROBES = new Set(['/ready', '/metrics']);

/** Lets requests in by the rate limit policy, where there is one. Keys go no further: neither to a log nor to the node. */
export function admitCallers(app: App): void {
  const forgetKeys = ({ raw: { headers }, services }: FastifyRequest): void => {
    for (const name of services.keyHeaders) if (name in headers) delete headers[name];
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { policy } = request.services;
    if (policy === undefined || PROBES.has(request.routeOptions.url ?? '')) {
      forgetKeys(request);
      return done();
    }
    policy
      .admit(request, reply)
      .finally(() => forgetKeys(request))
      .then(() => done(), done);
  });
}
