import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../error.js';
import { once } from '../once.js';

/** A server whose app is created when the first client comes: Fastify takes a quarter of the time that a network needs to start. */
export type OnDemandServer = {
  /** @throws the system's error when it cannot listen */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /** Takes no more connections, and resolves when no request runs, or after `limitMs`. */
  drain(limitMs: number): Promise<void>;
  /** Ends idle connections, and the others after `graceMs`. */
  close(graceMs: number): Promise<void>;
};

type OnDemandApp = { server: Server; close(): Promise<unknown> };

/** The time for requests in progress of a gateway that drains, in ms. */
export const DRAIN_MS = 30_000;

/** Fastify's, as for a server of its own. */
const TIMEOUTS = { keepAliveTimeout: 72_000, requestTimeout: 0 };

/** @param create is called once, and again after a failure. The app does not listen: it gets the events of this server. */
export function serveOnDemand(create: () => Promise<OnDemandApp>, onWarning?: (message: string) => void): OnDemandServer {
  const server = createServer(TIMEOUTS);
  let app: OnDemandApp | undefined;
  let loading: Promise<OnDemandApp> | undefined;
  const load = once(async () => {
    app = await create();
    return app;
  });
  const withApp = (use: (target: OnDemandApp) => unknown, refuse: () => void): void => {
    const onFailure = (error: unknown) => {
      onWarning?.(`the gateway cannot answer: ${messageOf(error)}`);
      refuse();
    };
    if (app !== undefined) return void use(app);
    loading = load();
    loading.then(use, onFailure);
  };
  let running = 0;
  let onIdle = (): void => undefined;
  server.on('request', (request, response) => {
    running++;
    response.once('close', () => {
      running--;
      if (running === 0) onIdle();
    });
    withApp(
      (target) => target.server.emit('request', request, response),
      () => response.destroy(),
    );
  });
  server.on('upgrade', (request, socket, head) =>
    withApp(
      (target) => target.server.emit('upgrade', request, socket, head) || socket.destroy(),
      () => socket.destroy(),
    ),
  );
  server.on('clientError', (error, socket) =>
    withApp(
      (target) => target.server.emit('clientError', error, socket) || socket.destroy(),
      () => socket.destroy(),
    ),
  );

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
      const cut = setTimeout(() => {
        server.closeAllConnections();
        app?.server.closeAllConnections();
      }, graceMs);
      const ended = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const closed = loading?.then(
        (created) => created.close(),
        () => undefined,
      );
      await Promise.all([ended, closed]);
      clearTimeout(cut);
    },
  };
}
