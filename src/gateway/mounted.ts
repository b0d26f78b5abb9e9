import type { AskLocal } from '../network/local.js';
import { askListener } from './ask-listener.js';
import { type Assembled, assemble, type GatewayOptions } from './assemble.js';
import type { HttpTarget } from './mounts.js';
import { onDemand } from './on-demand.js';
import { openApp } from './shared-app.js';

/** A gateway without a port. Nothing of it is created before its first request. */
export type MountedGateway = HttpTarget & {
  /** Answers without a connection, with the first part of the body. */
  ask: AskLocal;
  /** Idempotent: ends waits. Connections are another server's. */
  close(): Promise<void>;
};

export function createMountedGateway(options: GatewayOptions): MountedGateway {
  let parts: Assembled | undefined;
  let closed: Promise<void> | undefined;
  const app = onDemand(async () => {
    parts = await assemble(options);
    return openApp(parts.settings, parts.services);
  }, options.onWarning);
  const { mounts } = options;
  const answer: HttpTarget['request'] = (request, response) => (mounts?.enter(request) ?? app).request(request, response);
  return {
    request: answer,
    upgrade: (request, socket, head) => (mounts?.enter(request) ?? app).upgrade(request, socket, head),
    ask: (question) => askListener(answer, question),
    close() {
      closed ??= app.close().then(() => parts?.close(async () => undefined));
      return closed;
    },
  };
}
