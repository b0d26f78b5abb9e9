import type { RpcNode } from './node.js';
import { type ServerOptions, startServer } from './server.js';

/** The servers of a node's RPC. */
export type Servers = {
  listen(options: ServerOptions): Promise<{ url: string; close(): Promise<void> }>;
  /** Closes all servers. */
  close(): Promise<void>;
};

export function createServers(node: RpcNode): Servers {
  const open = new Set<() => Promise<void>>();
  return {
    async listen(options) {
      const server = await startServer(node, options);
      const close = () => {
        open.delete(close);
        return server.close();
      };
      open.add(close);
      return { url: server.url, close };
    },
    async close() {
      await Promise.all([...open].map((close) => close()));
    },
  };
}
