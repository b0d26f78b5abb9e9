import { addJsonParser } from './body.js';
import { createNetworkServer, type ServicesOf } from './create-server.js';
import { answerErrors } from './errors.js';
import { admitCallers } from './plugins/callers.js';
import { allowCrossOrigin } from './plugins/cors.js';
import { allowLocalOnly } from './plugins/local-only.js';
import { answerNotFound } from './plugins/not-found.js';
import { refuseUnknownNames } from './plugins/unknown-names.js';
import { addEmilyRoutes } from './routes/emily.js';
import { addEsploraRoutes } from './routes/esplora.js';
import { addNigiriFaucet, addRegtestServer } from './routes/other-tools.js';
import type { App } from './schema-types.js';
import type { AppSettings } from './services.js';

/**
 * The Emily API at `/emily`, the Esplora API at `/api` and, where the npm package `sbtc` expects it, at `/api/proxy`, and the faucets of
 * other tools.
 */
export async function createBitcoinApp(settings: AppSettings, servicesOf: ServicesOf): Promise<App> {
  const app = createNetworkServer(settings, servicesOf);
  answerErrors(app);
  await addListedRoutes(app);
  await app.register(
    async (scope: App) => {
      allowCrossOrigin(scope);
      admitCallers(scope);
      addEsploraRoutes(scope);
    },
    { prefix: '/api' },
  );
  if (settings.control.enabled !== false) {
    // They pay any amount and mine, so they have the callers of the control API.
    const openControl = (scope: App) => {
      allowLocalOnly(scope, settings);
      answerNotFound(scope);
    };
    await app.register(async (scope: App) => {
      openControl(scope);
      addJsonParser(scope);
      addNigiriFaucet(scope);
    });
    await app.register(
      async (scope: App) => {
        openControl(scope);
        addRegtestServer(scope);
      },
      { prefix: '/1' },
    );
  }
  await app.ready();
  return app;
}

/** The Emily API alone, at the root. */
export async function createEmilyApp(settings: AppSettings, servicesOf: ServicesOf): Promise<App> {
  const app = createNetworkServer(settings, servicesOf);
  openScope(app);
  addEmilyRoutes(app);
  await app.ready();
  return app;
}

/** Adds the routes that the OpenAPI document lists. */
export async function addListedRoutes(app: App): Promise<void> {
  const addEmily = async (scope: App) => {
    openScope(scope);
    addEmilyRoutes(scope);
  };
  await app.register(addEmily, { prefix: '/emily' });
}

/** What all routes have that pages on any origin may call. */
function openScope(app: App): void {
  allowCrossOrigin(app);
  admitCallers(app);
  refuseUnknownNames(app);
  addJsonParser(app);
}
