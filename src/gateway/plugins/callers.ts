import type { FastifyRequest } from 'fastify';
import type { App } from '../schema-types.js';
import type { Services } from '../services.js';

/** Headers that may carry an API key, lower case; `service` is the configured name. */
export function keyHeaderNames(service: string): string[] {
  return ['x-api-key', 'x-hiro-api-key', `x-${service.toLowerCase()}-api-key`];
}

/** The routes of probes. */
const PROBES = new Set(['/ready', '/metrics']);

/** Lets requests in by the rate limit policy, where there is one. Keys go no further: neither to a log nor to the node. */
export function admitCallers(app: App, { policy, keyHeaders, store }: Pick<Services, 'policy' | 'keyHeaders' | 'store'>): void {
  const forgetKeys = ({ raw: { headers } }: FastifyRequest): void => {
    for (const name of keyHeaders) if (name in headers) delete headers[name];
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Those who watch replicas must see them without Redis, too.
    const admits = store === undefined || !PROBES.has(request.routeOptions.url ?? '');
    if (policy === undefined || !admits) {
      forgetKeys(request);
      return done();
    }
    policy
      .admit(request, reply)
      .finally(() => forgetKeys(request))
      .then(() => done(), done);
  });
}
