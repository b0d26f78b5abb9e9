import { type Rows, rows } from '../network/operations.js';
import { addFormParser, addJsonParser } from './body.js';
import { createNetworkServer, type ServicesOf } from './create-server.js';
import { answerErrors } from './errors.js';
import { addLazyApp } from './lazy-app.js';
import { admitCallers } from './plugins/callers.js';
import { allowCrossOrigin } from './plugins/cors.js';
import { addFaults } from './plugins/faults.js';
import { allowLocalOnly } from './plugins/local-only.js';
import { answerNotFound } from './plugins/not-found.js';
import { refuseUnknownNames } from './plugins/unknown-names.js';
import { addRealtime } from './realtime/realtime.js';
import { addFaucetRoutes, addFirstFaucetRoutes } from './routes/faucets.js';
import { addInfoRoutes } from './routes/info.js';
import { addMetricsRoute, measureRequests } from './routes/metrics.js';
import { addMissingCopies } from './routes/missing-copies.js';
import { addFeeRoute, addNodeRoutes } from './routes/node-rpc.js';
import { addOpenApiRoute } from './routes/openapi.js';
import { addOperationRoutes } from './routes/operations.js';
import { addProbeRoutes } from './routes/probe.js';
import { addX402Routes } from './routes/x402.js';
import type { App } from './schema-types.js';
import type { AppSettings } from './services.js';

type AppParts = { prepare?: ((app: App) => void | Promise<void>) | undefined; operations?: Rows | undefined };

/** Paths of the Stacks API: those that no route of the gateway itself takes. It answers in its own words, errors included. */
const STACKS_API = ['/extended', '/extended/*', '/v1/*', '/v2/prices/*', '/metadata/*'];
/** Paths of the Emily and Esplora APIs. */
const BITCOIN_APIS = ['/emily/*', '/api/*'];
/** The faucets of other tools. */
const BITCOIN_CONTROL = ['/faucet', '/1/*'];

/**
 * The gateway without a port, for requests of many networks.
 * @param servicesOf returns what a request is answered with
 * @param options.prepare is called before the routes are registered; the OpenAPI document is made this way
 * @param options.operations those below `/devnet/v1` @default all
 */
export async function createApp(
  settings: AppSettings,
  servicesOf: ServicesOf,
  { prepare, operations = rows }: AppParts = {},
): Promise<App> {
  const app = createNetworkServer(settings, servicesOf);
  answerErrors(app);
  await prepare?.(app);
  measureRequests(app);
  const addRealtimeRoutes = addRealtime(app);

  app.register(async (open: App) => {
    allowCrossOrigin(open);
    admitCallers(open);
    addFaults(open);
    refuseUnknownNames(open);
    answerNotFound(open);
    addJsonParser(open);
    await open.register(async (scope: App) => {
      addFormParser(scope);
      addFirstFaucetRoutes(scope);
    });
    addFaucetRoutes(open);
    addInfoRoutes(open);
    await open.register(async (scope: App) => addNodeRoutes(scope));
    await open.register(async (scope: App) => addFeeRoute(scope));
    addRealtimeRoutes(open);
    answerHere(open, '/extended/:version/faucets/*', ['GET', 'HEAD', ...OTHERS]);
    answerHere(open, '/extended/v2/info', OTHERS);
    addLazyApp(open, STACKS_API, async () => {
      const { serveStacksApi } = await import('./stacks-api/server.js');
      const serve = await serveStacksApi();
      return { routing: (request, response, { stacksApi }) => serve(request, response, stacksApi), close: async () => undefined };
    });
    addProbeRoutes(open, settings);
    addMetricsRoute(open);
    addOpenApiRoute(open);
  });

  // The OpenAPI document lists the routes that otherwise load later.
  const bitcoinPaths = [...BITCOIN_APIS, ...(settings.control.enabled === false ? [] : BITCOIN_CONTROL)];
  if (prepare === undefined)
    addLazyApp(app, bitcoinPaths, async () => (await import('./bitcoin-app.js')).createBitcoinApp(settings, servicesOf));
  else await (await import('./bitcoin-app.js')).addListedRoutes(app);
  if (prepare === undefined) addLazyApp(app, ['/x402/*'], async () => (await import('./x402-app.js')).createX402App(settings, servicesOf));
  else addX402Routes(app);
  if (settings.control.enabled !== false) {
    app.register(
      async (control: App) => {
        allowLocalOnly(control, settings);
        control.addHook('onRequest', ({ services }, _reply, done) => {
          services.onControl?.();
          done();
        });
        refuseUnknownNames(control);
        answerNotFound(control);
        addJsonParser(control);
        addOperationRoutes(control, settings, operations);
        addMissingCopies(control);
      },
      { prefix: '/devnet' },
    );
  }
  await app.ready();
  return app;
}

const OTHERS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers 404 and 405 in the gateway's words at paths of its own below those of the Stacks API. */
function answerHere(scope: App, url: string, methods: readonly ((typeof OTHERS)[number] | 'GET' | 'HEAD')[]): void {
  scope.route({
    method: [...methods],
    url,
    schema: { hide: true },
    config: { isMissing: true },
    handler: (_request, reply) => reply.callNotFound(),
  });
}
