import { once } from '../base/async.js';
import type { AskLocal, ConnectWithin } from '../network/local.js';
import { askListener } from './ask-listener.js';
import { type Assembled, assemble, type GatewayOptions } from './assemble.js';
import type { HttpTarget } from './mounts.js';
import { onDemand } from './on-demand.js';
import { openApp } from './shared-app.js';

/** A gateway without a port. Nothing of it is created before its first request. */
export type MountedGateway = HttpTarget & {
  /** Answers without a connection, with the first part of the body. */
  ask: AskLocal;
  connect: ConnectWithin;
  /** Idempotent: ends waits. Connections are another server's. */
  close(): Promise<void>;
};

export function createMountedGateway(options: GatewayOptions): MountedGateway {
  let closed: Promise<void> | undefined;
  let assembling: Promise<Assembled> | undefined;
  const parts = once(() => {
    assembling = assemble(options);
    return assembling;
  });
  const app = onDemand(async () => {
    const { settings, services } = await parts();
    return openApp(settings, services);
  }, options.onWarning);
  const { mounts } = options;
  const answer: HttpTarget['request'] = (request, response) => (mounts?.enter(request) ?? app).request(request, response);
  return {
    request: answer,
    upgrade: (request, socket, head) => (mounts?.enter(request) ?? app).upgrade(request, socket, head),
    ask: (question) => askListener(answer, question),
    connect: async (path, events) => (await parts()).services.realtime.connect(path, events),
    close() {
      closed ??= app.close().then(async () => (await assembling?.catch(() => undefined))?.close(async () => undefined));
      return closed;
    },
  };
}
