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
  app.addHook('onRequest', async (request, reply) => {
    try {
      // Those who watch replicas must see them without Redis, too.
      if (store === undefined || !PROBES.has(request.routeOptions.url ?? '')) await policy?.admit(request, reply);
    } finally {
      for (const name of keyHeaders) delete request.raw.headers[name];
    }
  });
}
