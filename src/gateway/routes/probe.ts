import { DevnetError } from '../../base/error.js';
import type { StacksClient } from '../../stacks/client.js';
import type { GatewayDevnet } from '../gateway-devnet.js';
import { createNodeProbe } from '../node-probe.js';
import type { App } from '../schema-types.js';
import { indexAnswer, readyAnswer } from '../schemas/probe.js';
import type { AppSettings } from '../services.js';
import { addPageFiles, prefersHtml } from './page.js';

const tags = ['probe'];

/** Adds the index and the readiness probe. */
export function addProbeRoutes(app: App, { version, page = true }: AppSettings): void {
  // Networks with the same settings share the app.
  const probes = new WeakMap<StacksClient, () => Promise<void>>();
  const sendPage = page ? addPageFiles(app) : undefined;
  const index = {
    name: 'stacks-devnet',
    version,
    links: {
      ...(page && { page: '/' }),
      documentation: '/openapi.json',
      ready: '/ready',
      info: '/v2/info',
      api: '/extended',
      control: '/devnet/v1/status',
    },
  };
  app.get(
    '/',
    {
      schema: {
        tags,
        operationId: 'index',
        summary: 'Name, version and links; browsers, which accept text/html, get a page',
        response: { 200: indexAnswer },
      },
    },
    (request, reply) => {
      reply.header('vary', 'Accept');
      return sendPage !== undefined && prefersHtml(request) ? sendPage(reply) : reply.send(index);
    },
  );

  app.get(
    '/ready',
    {
      schema: {
        tags,
        operationId: 'ready',
        summary: 'Whether the network can be used',
        response: { 200: readyAnswer, 503: { ...readyAnswer, description: 'Not yet, or no longer.' } },
      },
    },
    async ({ services: { devnet, node, isDraining } }, reply) => {
      const askNode = probes.get(node) ?? createNodeProbe(node);
      probes.set(node, askNode);
      const body = isDraining() ? CLOSING : await probe(devnet, askNode);
      return reply.code(body.ready ? 200 : 503).send(body);
    },
  );
}

type Ready = { ready: boolean; phase: 'ready' | 'booting' | 'unreachable' | 'closing'; reason?: string };

const CLOSING: Ready = { ready: false, phase: 'closing', reason: 'the gateway closes' };

/** Also asks the node: without its answer the devnet is not ready. */
async function probe(devnet: Pick<GatewayDevnet, 'status'>, askNode: () => Promise<void>): Promise<Ready> {
  try {
    const { ready, reason } = await devnet.status();
    if (!ready) return { ready, phase: 'unreachable', ...(reason === undefined ? {} : { reason }) };
    await askNode();
    return { ready, phase: 'ready' };
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    return { ready: false, phase: error.code === 'NOT_READY' ? 'booting' : 'unreachable', reason: error.message };
  }
}
