import { forward } from '../proxy.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { infoAnswer } from '../schemas/node.js';

/** The node's info at its own path and at the one that the requested contract adds. */
export function addInfoRoutes(app: App): void {
  const response = { 200: infoAnswer, ...errorResponses(503) };
  for (const [url, operationId] of [
    ['/v2/info', 'nodeInfo'],
    ['/extended/v2/info', 'nodeInfoExtended'],
  ] as const) {
    app.route({
      method: 'GET',
      url,
      schema: { tags: ['node'], operationId, summary: 'Information about the node', response },
      handler: (request, reply) => forward(request.services.node, request, reply, '/v2/info'),
    });
  }
}
