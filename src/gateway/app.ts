import Fastify from 'fastify';
import { addFormParser, addJsonParser, BODY_LIMIT } from './body.js';
import { sendError, unforeseen } from './errors.js';
import { createStacksView } from './extended/stacks-view.js';
import { admitCallers } from './plugins/callers.js';
import { addCorsHeaders, allowCrossOrigin } from './plugins/cors.js';
import { allowLocalOnly } from './plugins/local-only.js';
import { answerNotFound } from './plugins/not-found.js';
import { refuseUnknownQuery } from './plugins/query.js';
import { addRealtime } from './realtime/realtime.js';
import { addAddressRoutes } from './routes/addresses.js';
import { addExtendedRoutes } from './routes/api-status.js';
import { addControlRoutes } from './routes/control.js';
import { addControlFaucetRoutes } from './routes/control-faucets.js';
import { addEventRoute } from './routes/events.js';
import { addFaucetRoutes, addFirstFaucetRoutes } from './routes/faucets.js';
import { addInfoRoutes } from './routes/info.js';
import { addLogRoutes } from './routes/logs.js';
import { addMetrics } from './routes/metrics.js';
import { addFeeRoute, addNodeRoutes } from './routes/node-rpc.js';
import { addOpenApiRoute } from './routes/openapi.js';
import { addProbeRoutes } from './routes/probe.js';
import { addTransactionRoutes } from './routes/transactions.js';
import type { App, SchemaTypes } from './schema-types.js';
import type { Services } from './services.js';
import { createValidatorCompiler } from './validator.js';

/**
 * The gateway without a port: listen with `app.listen()`, or ask it in memory with `app.inject()`.
 * @param prepare is called before the routes are registered; the OpenAPI document is made this way
 */
export async function createApp(given: Services, prepare?: (app: App) => void | Promise<void>): Promise<App> {
  const services = { ...given };
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: services.trustedProxies.length > 0 && [...services.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Own compilers keep Fastify from loading its two, which cost as much as Fastify itself. Answers are built from typed data.
    schemaController: {
      compilersFactory: { buildValidator: createValidatorCompiler(), buildSerializer: () => () => JSON.stringify },
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, addCorsHeaders(reply)),
  }).withTypeProvider<SchemaTypes>();
  app.setErrorHandler(sendError);
  app.addHook('onError', async (request, _reply, error) => {
    const cause = unforeseen(error);
    if (cause !== undefined) services.onWarning?.(`${request.method} ${request.routeOptions.url ?? ''} failed: ${cause}`);
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-api-version', `stacks-devnet ${services.version}`);
  });
  await prepare?.(app);
  const view = createStacksView(services.devnet);
  app.addHook('onClose', async () => view.close());
  const addMetricsRoute = addMetrics(app, services, view);
  const addRealtimeRoutes = addRealtime(app, { ...services, view });

  app.register(async (open: App) => {
    allowCrossOrigin(open);
    admitCallers(open, services);
    refuseUnknownQuery(open);
    answerNotFound(open);
    addJsonParser(open);
    await open.register(async (scope: App) => {
      addFormParser(scope);
      addFirstFaucetRoutes(scope, services);
    });
    addFaucetRoutes(open, services);
    addInfoRoutes(open, services);
    addExtendedRoutes(open, services);
    addTransactionRoutes(open, services, view);
    addAddressRoutes(open, services, view);
    await open.register(async (scope: App) => addNodeRoutes(scope, services));
    await open.register(async (scope: App) => addFeeRoute(scope, services));
    addRealtimeRoutes(open);
    addProbeRoutes(open, services);
    addMetricsRoute(open);
    addOpenApiRoute(open, services);
  });

  if (services.control.enabled !== false) {
    app.register(
      async (control: App) => {
        allowLocalOnly(control, services);
        refuseUnknownQuery(control);
        answerNotFound(control);
        addJsonParser(control);
        addControlRoutes(control, services);
        addControlFaucetRoutes(control, services);
        addEventRoute(control, services);
        addLogRoutes(control, services);
      },
      { prefix: '/devnet' },
    );
  }
  await app.ready();
  return app;
}
