import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { once } from '../base/async.js';
import { messageOf } from '../base/error.js';
import { STATUS } from '../base/http-error.js';
import type { HttpTarget } from './mounts.js';

/** What answers once it is created. It does not listen. */
export type GatewayApp = HttpTarget & {
  clientError(error: Error, socket: Duplex): void;
  close(): Promise<unknown>;
};

/**
 * Creates an app when the first client comes: Fastify takes a quarter of the time that a network needs to start.
 * @param create is called once, and again after a failure
 */
export function onDemand(create: () => Promise<GatewayApp>, onWarning?: (message: string) => void): GatewayApp {
  let app: GatewayApp | undefined;
  let loading: Promise<GatewayApp> | undefined;
  const load = once(async () => {
    app = await create();
    return app;
  });
  const withApp = (use: (target: GatewayApp) => unknown, refuse: (problem: string) => void): void => {
    const onFailure = (error: unknown) => {
      const problem = `the gateway cannot answer: ${messageOf(error)}`;
      onWarning?.(problem);
      refuse(problem);
    };
    if (app !== undefined) return void use(app);
    loading = load();
    loading.then(use, onFailure);
  };
  return {
    request: (request, response) =>
      withApp(
        (target) => target.request(request, response),
        (error) => {
          response.writeHead(STATUS.INTERNAL, { 'content-type': 'application/json; charset=utf-8' });
          response.end(JSON.stringify({ error, code: 'INTERNAL' }));
        },
      ),
    upgrade: (request, socket, head) =>
      withApp(
        (target) => target.upgrade(request, socket, head),
        () => socket.destroy(),
      ),
    clientError: (error, socket) =>
      withApp(
        (target) => target.clientError(error, socket),
        () => socket.destroy(),
      ),
    async close() {
      await loading?.then(
        (created) => created.close(),
        () => undefined,
      );
    },
  };
}

/** A server for an app that is created on demand. */
export type OnDemandServer = {
  /** @throws the system's error when it cannot listen */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /** Takes no more connections, and resolves when no request runs, or after `limitMs`. */
  drain(limitMs: number): Promise<void>;
  /** Ends idle connections, and the others after `graceMs`. */
  close(graceMs: number): Promise<void>;
};

/** The time for requests in progress of a gateway that drains, in ms. */
export const DRAIN_MS = 30_000;

/** Fastify's, as for a server of its own. */
const TIMEOUTS = { keepAliveTimeout: 72_000, requestTimeout: 0 };

/** @param enter returns who answers instead of the app, if anybody does */
export function serveOnDemand(
  app: GatewayApp,
  enter: (request: IncomingMessage) => HttpTarget | undefined = () => undefined,
): OnDemandServer {
  const server = createServer(TIMEOUTS);
  let running = 0;
  let onIdle = (): void => undefined;
  server.on('request', (request, response) => {
    running++;
    response.once('close', () => {
      running--;
      if (running === 0) onIdle();
    });
    (enter(request) ?? app).request(request, response);
  });
  server.on('upgrade', (request, socket, head) => (enter(request) ?? app).upgrade(request, socket, head));
  server.on('clientError', app.clientError);

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    drain(limitMs) {
      server.close();
      server.closeIdleConnections();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
        if (running === 0) onIdle();
      });
    },
    async close(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      const ended = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await Promise.all([ended, app.close()]);
      clearTimeout(cut);
    },
  };
}
