import { addJsonParser } from './body.js';
import { createServer } from './create-server.js';
import { answerErrors } from './errors.js';
import { admitCallers } from './plugins/callers.js';
import { allowCrossOrigin } from './plugins/cors.js';
import { allowLocalOnly } from './plugins/local-only.js';
import { answerNotFound } from './plugins/not-found.js';
import { refuseUnknownQuery } from './plugins/query.js';
import { addControlSbtcRoutes } from './routes/control-sbtc.js';
import { addEmilyRoutes } from './routes/emily.js';
import { addEsploraRoutes } from './routes/esplora.js';
import { addNigiriFaucet, addRegtestServer } from './routes/other-tools.js';
import type { App } from './schema-types.js';
import type { Services } from './services.js';

/**
 * The Emily API at `/emily`, the Esplora API at `/api` and, where the npm package `sbtc` expects it, at `/api/proxy`, the faucets of other tools, and
 * the control of the bridge at `/devnet/v1/sbtc`.
 */
export async function createBitcoinApp(services: Services): Promise<App> {
  const app = createServer(services);
  answerErrors(app, services.onWarning);
  await addListedRoutes(app, services);
  await app.register(
    async (scope: App) => {
      allowCrossOrigin(scope);
      admitCallers(scope, services);
      addEsploraRoutes(scope, services);
    },
    { prefix: '/api' },
  );
  if (services.control.enabled !== false) {
    await app.register(async (scope: App) => {
      // They pay any amount and mine, so they have the callers of the control API.
      allowLocalOnly(scope, services);
      addJsonParser(scope);
      addNigiriFaucet(scope, services);
      await scope.register(async (regtest: App) => addRegtestServer(regtest, services), { prefix: '/1' });
    });
  }
  await app.ready();
  return app;
}

/** The Emily API alone, at the root. */
export async function createEmilyApp(services: Services): Promise<App> {
  const app = createServer(services);
  openScope(app, services);
  addEmilyRoutes(app, services);
  await app.ready();
  return app;
}

/** Adds the routes that the OpenAPI document lists. */
export async function addListedRoutes(app: App, services: Services): Promise<void> {
  const addEmily = async (scope: App) => {
    openScope(scope, services);
    addEmilyRoutes(scope, services);
  };
  await app.register(addEmily, { prefix: '/emily' });
  const addControl = async (scope: App) => {
    allowLocalOnly(scope, services);
    refuseUnknownQuery(scope);
    answerNotFound(scope);
    addJsonParser(scope);
    addControlSbtcRoutes(scope, services);
  };
  await app.register(addControl, { prefix: '/devnet/v1/sbtc' });
}

/** What all routes have that pages on any origin may call. */
function openScope(app: App, services: Services): void {
  allowCrossOrigin(app);
  admitCallers(app, services);
  refuseUnknownQuery(app);
  addJsonParser(app);
}
