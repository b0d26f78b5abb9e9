import { addJsonParser } from './body.js';
import { createNetworkServer, type ServicesOf } from './create-server.js';
import { answerErrors } from './errors.js';
import { admitCallers } from './plugins/callers.js';
import { allowCrossOrigin } from './plugins/cors.js';
import { addFaults } from './plugins/faults.js';
import { answerNotFound } from './plugins/not-found.js';
import { refuseUnknownNames } from './plugins/unknown-names.js';
import { addX402Routes } from './routes/x402.js';
import type { App } from './schema-types.js';
import type { AppSettings } from './services.js';

/** The facilitator of x402 alone, which few networks need. */
export async function createX402App(settings: AppSettings, servicesOf: ServicesOf): Promise<App> {
  const app = createNetworkServer(settings, servicesOf);
  answerErrors(app);
  await app.register(async (scope: App) => {
    allowCrossOrigin(scope);
    admitCallers(scope);
    addFaults(scope);
    refuseUnknownNames(scope);
    answerNotFound(scope);
    addJsonParser(scope);
    addX402Routes(scope);
  });
  await app.ready();
  return app;
}
