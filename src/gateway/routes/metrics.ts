import { once } from '../../once.js';
import { createJournal } from '../metrics/journal.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import type { Services } from '../services.js';

/**
 * Measures requests of the whole app and serves the metrics at `/metrics`. It loads the library at the first scrape.
 */
export function addMetrics(app: App, services: Services): (scope: App) => void {
  const { counts } = services.observed;
  const journal = createJournal();
  const load = once(async () => {
    const { createMetrics } = await import('../metrics/registry.js');
    return createMetrics({ ...services, counts, journal });
  });
  services.journal = journal;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url: path } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    journal.note({ type: 'request', method, route: request.routeOptions.url ?? 'none', status, seconds: ms / 1000 });
    services.onRequest?.({ method, path, status, ms });
    done();
  });

  return (scope) => {
    scope.get(
      '/metrics',
      {
        schema: {
          tags: ['probe'],
          operationId: 'metrics',
          summary: 'Metrics for Prometheus',
          response: {
            200: { description: "Prometheus' text format.", content: { 'text/plain': { schema: { type: 'string' } } } },
            ...errorResponses(503),
          },
        },
      },
      async (_request, reply) => {
        const { text, contentType } = await (await load())();
        reply.header('content-type', contentType);
        return reply.serializer(String).send(text);
      },
    );
  };
}
