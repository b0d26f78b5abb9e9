import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Stacks node that takes requests and never answers: a boot that reads its contracts stands still. */
export type SilentNode = AsyncDisposable & {
  url: string;
  /** Resolves at the first request. */
  asked: Promise<unknown>;
};

export async function silentNode(): Promise<SilentNode> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  const asked = once(server, 'request');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((end) => server.close(end));
    },
  };
}
