import type { IncomingMessage } from 'node:http';
import { once } from '../base/async.js';
import type { GatewayApp } from './on-demand.js';
import type { App } from './schema-types.js';
import type { AppSettings, Services } from './services.js';

const assigned = new WeakMap<IncomingMessage, Services>();
/**
 * By settings. An app takes as long as several copies of a network, and 1 MiB, so all networks of the process with the same settings
 * share it.
 */
const apps = new Map<string, () => Promise<App>>();

/** Loads the app for a network. It stays for the next one. */
export async function openApp(settings: AppSettings, services: Services): Promise<GatewayApp> {
  const key = JSON.stringify(settings);
  const load = apps.get(key) ?? once(async () => (await import('./app.js')).createApp(settings, servicesOf));
  apps.set(key, load);
  return answerWith(services, await load(), async () => undefined);
}

/** Creates the app of the Emily API for a network. */
export async function openEmilyApp(settings: AppSettings, services: Services): Promise<GatewayApp> {
  const app = await (await import('./bitcoin-app.js')).createEmilyApp(settings, servicesOf);
  return answerWith(services, app, () => app.close());
}

function answerWith(services: Services, { routing, server }: App, close: GatewayApp['close']): GatewayApp {
  return {
    request(request, response) {
      assigned.set(request, services);
      routing(request, response);
    },
    upgrade(request, socket, head) {
      assigned.set(request, services);
      if (!server.emit('upgrade', request, socket, head)) socket.destroy();
    },
    clientError(error, socket) {
      if (!server.emit('clientError', error, socket)) socket.destroy();
    },
    close,
  };
}

function servicesOf(request: IncomingMessage): Services {
  const services = assigned.get(request);
  if (services === undefined) throw new RangeError('a request for no network');
  return services;
}
