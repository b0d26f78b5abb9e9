import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from '../base/async.js';
import type { App } from './schema-types.js';
import type { Services } from './services.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** An app without a port. */
type OtherApp = { routing(request: IncomingMessage, response: ServerResponse, services: Services): void; close(): Promise<unknown> };

/** Passes requests for these paths to another app, which the first one loads. Headers that hooks of `scope` have set are kept. */
export function addLazyApp(scope: App, paths: readonly string[], load: () => Promise<OtherApp>): void {
  let loaded: Promise<OtherApp> | undefined;
  const loadOnce = once(load);
  scope.addHook('onClose', async () => {
    if (loaded !== undefined) await loaded.then((app) => app.close()).catch(() => undefined);
  });
  for (const url of paths) {
    scope.route({
      method: [...METHODS],
      url,
      schema: { hide: true },
      // Before the body is read: the other app reads it.
      async onRequest(request, reply) {
        loaded = loadOnce();
        const { routing } = await loaded;
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
        routing(request.raw, reply.raw, request.services);
      },
      handler: () => undefined,
    });
  }
}
