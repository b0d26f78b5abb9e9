import { addJsonParser } from '../../gateway/body.js';
import { createServer } from '../../gateway/create-server.js';
import { answerErrors } from '../../gateway/errors.js';
import { allowLocalOnly, answerNotFound, refuseUnknownNames } from '../../gateway/plugins.js';
import type { App } from '../../gateway/schema-types.js';
import { createCallers } from './callers.js';
import { addNetworkRoutes } from './routes.js';
import type { PoolServices } from './services.js';

const ADVICE = {
  what: 'this pool',
  others: 'Start it with --require-key to allow callers with an API key.',
  pages: () => 'A pool has no routes for pages.',
};

/** Creates the HTTP service of a pool, without a port. */
export async function createPoolApp(services: PoolServices): Promise<App> {
  const { onWarning, metrics, networks, source, size } = services;
  const app = createServer(services);
  answerErrors(app, undefined, (_request, message) => onWarning?.(message));
  const caller = createCallers(services);
  app.register(async (scope: App) => {
    // A page in the browser of this machine must not take networks either.
    if (!services.requireKey) allowLocalOnly(scope, { ...services, control: {} }, ADVICE, () => ({}));
    refuseUnknownNames(scope);
    answerNotFound(scope, 'The routes are POST and GET /networks, PUT /networks/{id}/lease and DELETE /networks/{id}.');
    addJsonParser(scope);
    addNetworkRoutes(scope, { ...services, caller });
    scope.get('/ready', async () => ({ ready: true, engine: source, size, counts: networks.counts() }));
    scope.get('/metrics', async (_request, reply) => {
      const { text, contentType } = await metrics.read(networks.counts());
      return reply.type(contentType).send(text);
    });
  });
  await app.ready();
  return app;
}
