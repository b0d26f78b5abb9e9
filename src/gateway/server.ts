import type { AddressInfo } from 'node:net';
import { listenError } from '#platform/port-taken.js';
import { authorityOf } from '#platform/tcp-server.js';
import type { ConnectWithin } from '../network/local.js';
import { assemble, type GatewayOptions } from './assemble.js';
import { DRAIN_MS, type OnDemandServer, onDemand, serveOnDemand } from './on-demand.js';
import { openApp, openEmilyApp } from './shared-app.js';

/** A listening gateway. */
export type Gateway = {
  /** Without trailing slash. */
  url: string;
  /** The URL of the page, if it has one. */
  pageUrl: string | undefined;
  /** The URL of the Emily API on its own port, if it has one. */
  emilyUrl: string | undefined;
  connect: ConnectWithin;
  /** Idempotent: ends waits and connections, and frees the port. */
  close(): Promise<void>;
};

/** The time for responses in progress after `close`, in ms. */
const GRACE_MS = 500;

/**
 * Serves a devnet over HTTP.
 * @throws DevnetError PORT_TAKEN when another program listens there
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { host = '127.0.0.1', port = 0, emilyPort, page = true, mounts, drainMs = 0, onWarning } = options;
  const parts = await assemble(options);
  const { services, settings } = parts;
  const app = serveOnDemand(
    onDemand(() => openApp(settings, services), onWarning),
    options.control?.enabled === false ? undefined : mounts?.enter,
  );
  const emily = emilyPort === undefined ? undefined : serveOnDemand(onDemand(() => openEmilyApp(settings, services), onWarning));
  let closed: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    parts.startDraining();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    parts.leave();
    await Promise.all([app.drain(DRAIN_MS), emily?.drain(DRAIN_MS)]);
  };
  const close = () => parts.close(() => Promise.all([app.close(GRACE_MS), emily?.close(GRACE_MS)]));
  const listen = async (server: OnDemandServer, field: string, on: number): Promise<string> => {
    try {
      return baseUrl(await server.listen({ host, port: on }), host);
    } catch (error) {
      await close();
      throw await listenError(error, { field, host, port: on });
    }
  };
  const url = await listen(app, 'ports.gateway', port);
  return {
    url,
    pageUrl: page ? `${url}/` : undefined,
    emilyUrl: emily === undefined ? undefined : await listen(emily, 'ports.emily', emilyPort ?? 0),
    connect: parts.services.realtime.connect,
    close: () => {
      closed ??= (drainMs > 0 ? drain() : Promise.resolve()).then(close);
      return closed;
    },
  };
}

function baseUrl({ port }: AddressInfo, host: string): string {
  return `http://${authorityOf(host, port)}`;
}
