import { resolve } from 'node:path';
import { listenError } from '#platform/port-taken.js';
import { authorityOf, serveTcp } from '#platform/tcp-server.js';
import type { Debugging } from '../clarity/debug.js';
import type { Project } from '../project/clarinet.js';
import type { ResolvedConfig } from '../project/config.js';
import { serveClient } from '../tools/debugger.js';

/** Serves the debugger of a network. @param port 0 selects a free one @throws DevnetError PORT_TAKEN, INVALID_INPUT */
export async function openDebugger(
  { host, contracts }: Pick<ResolvedConfig, 'host' | 'contracts'>,
  port: number,
  debugging: Debugging,
  project: Project | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const configured = contracts.flatMap(({ deployer, name, path, source }) =>
    path === undefined ? [] : [{ contract: `${deployer}.${name}`, path: resolve(path), source }],
  );
  const { root = '', contracts: own = [] } = project ?? {};
  const files = [...own.map(({ id, path, source }) => ({ contract: id, path: resolve(root, path), source })), ...configured];
  try {
    const server = await serveTcp({ host, port }, (socket) => serveClient(socket, debugging, files));
    return { url: `tcp://${authorityOf(host, server.port)}`, close: server.close };
  } catch (error) {
    throw await listenError(error, { field: 'dap', host, port });
  }
}
