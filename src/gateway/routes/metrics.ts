import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';

/** Measures requests of the whole app, each in the journal of its network. */
export function measureRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url: path, services } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    services.journal.note({ type: 'request', method, route: request.routeOptions.url ?? 'none', status, seconds: ms / 1000 });
    services.onRequest?.({ method, path, status, ms });
    done();
  });
}

/** Serves the metrics of the network. */
export function addMetricsRoute(app: App): void {
  app.get(
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
    async ({ services }, reply) => {
      const { text, contentType } = await services.readMetrics();
      reply.header('content-type', contentType);
      return reply.serializer(String).send(text);
    },
  );
}
