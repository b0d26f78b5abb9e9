import { readManifest } from '#platform/manifest.js';
import { messageOf } from '../../base/error.js';
import { checkLoopback, createMcpServer, createNetwork, createStdioTransport, type NetworkSource } from '../../gateway/mcp.js';
import type { Flags } from '../../project/config.js';
import { environmentName, resolveConfig } from '../../project/config.js';
import { findUrl } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';
import { aborted } from '../termination.js';

/** `mcp`: serves the Model Context Protocol on standard input and output, until the client closes them. */
export async function mcp(context: Context, options: GlobalOptions): Promise<void> {
  const termination = context.termination();
  const network = createNetwork(networkSource(context, options, termination.signal), context.cwd);
  const server = createMcpServer(network, readManifest().version);
  const note = (text: string): void => context.stderr.write(`${text}\n`);
  server.onerror = (error) => note(messageOf(error));
  try {
    await server.connect(createStdioTransport(process.stdin, process.stdout));
    process.stdin.once('end', () => termination.end('the client closed standard input'));
    await aborted(termination.signal);
  } finally {
    await server.close();
    await network.close();
    termination.dispose();
  }
}

function networkSource(context: Context, options: GlobalOptions, signal: AbortSignal): NetworkSource {
  const { env, cwd, stderr } = context;
  // Standard output has nothing but messages of the protocol.
  const note = (text: string): void => stderr.write(`${text}\n`);
  return {
    find: () => findUrl(context, options),
    async connect(url) {
      const { createConnectedDevnet } = await import('../../network/connect.js');
      return createConnectedDevnet({ url, controlKey: env[environmentName('control.key')] });
    },
    async start({ engine, project }) {
      const chosen = { ...(engine !== undefined && { engine }), ...(project !== undefined && { project }) };
      const flags: Flags = { ...chosen, host: '127.0.0.1', ports: 'auto' };
      const config = await resolveConfig({ flags, env, cwd, findProject: true, onNotice: note });
      if (config.engine === 'external') {
        for (const [key, url] of Object.entries({ bitcoinRpc: config.external.bitcoinRpc, stacksRpc: config.external.stacksRpc }))
          checkLoopback(url ?? '', `external.${key}`);
      }
      const { startNetwork } = await import('../../start/start-devnet.js');
      return startNetwork(config, { onProgress: note, onWarning: note, signal });
    },
  };
}
