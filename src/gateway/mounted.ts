import { isBytes } from '../base/is-bytes.js';
import type { AskRpc } from '../stacks/client.js';
import { type Assembled, assemble, type GatewayOptions } from './assemble.js';
import type { HttpTarget } from './mounts.js';
import { onDemand } from './on-demand.js';
import { openApp } from './shared-app.js';

/** A gateway without a port. Nothing of it is created before its first request. */
export type MountedGateway = HttpTarget & {
  /** Answers without a connection. */
  ask: AskRpc;
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
  return {
    request: (request, response) => (mounts?.enter(request) ?? app).request(request, response),
    upgrade: (request, socket, head) => (mounts?.enter(request) ?? app).upgrade(request, socket, head),
    async ask({ method, target, body, headers }) {
      const { inject } = await import('light-my-request');
      const answer = await inject(app.request, {
        method: method as 'GET',
        url: target,
        ...(body !== undefined && { payload: isBytes(body) ? Buffer.from(body) : body }),
        // A caller in this process needs no name of this machine that the gateway knows.
        headers: { ...headers, host: 'localhost' },
      });
      const sent = Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
      return { status: answer.statusCode, headers: Object.fromEntries(sent), body: answer.rawPayload };
    },
    close() {
      closed ??= app.close().then(() => parts?.close(async () => undefined));
      return closed;
    },
  };
}
