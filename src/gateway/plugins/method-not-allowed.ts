import type { HTTPMethods } from 'fastify';
import { HttpError } from '../errors.js';
import type { App } from '../schema-types.js';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers 405 with `Allow` where a path exists but not for the method. Call it before the routes are registered.
 * @returns what adds those answers; call it after the last route
 */
export function watchMethods(app: App): () => void {
  const byPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = byPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    byPath.set(url, methods);
  });
  return () => {
    for (const [url, present] of [...byPath]) {
      const missing = METHODS.filter((method) => !present.has(method));
      if (missing.length === 0) continue;
      const allowed = [...present].join(', ');
      app.route({
        method: missing,
        url,
        schema: { hide: true },
        handler: async (request, reply) => {
          reply.header('allow', allowed);
          throw new HttpError(405, 'INVALID_INPUT', `method: expected ${allowed} at ${request.url}, received ${request.method}`, {
            field: 'method',
            expected: allowed,
            received: request.method,
          });
        },
      });
    }
  };
}
