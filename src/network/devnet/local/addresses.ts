import type { AskBitcoin } from '../../../bitcoin/client.js';
import type { AskRpc } from '../../../stacks/client.js';
import { askWithFaults } from '../../../stacks/client.js';
import type { EngineServices } from '../../../stacks/engine.js';
import type { RpcFaults } from '../../../stacks/rpc-faults.js';
import type { DevnetUrls } from '../../data.js';
import type { Devnet, LocalDevnet } from '../../types.js';
import { type AskLocal, fetchWithin } from '../fetch-within.js';
import { stacksNetwork } from '../network.js';
import { type NetworkServer, networkFetch } from '../network-fetch.js';
import { stacksApi } from '../stacks-api.js';
import { webSocketWithin } from '../web-socket.js';
import type { AttachedGateway, ExtraUrls } from './parts.js';

/** Where a network answers. */
export type Addresses = Pick<LocalDevnet, 'bitcoinUrl' | 'askStacks' | 'credentials' | 'fetch' | 'WebSocket'> & {
  urls(): DevnetUrls;
  network(): Devnet['network'];
  api(): Devnet['api'];
};

/**
 * @param engine its services change when a port opens
 * @param gateway returns the gateway of the network; undefined before it has one
 * @param extra returns where further servers of the network listen
 * @param rpcFaults those of requests to a node without a port and without a gateway
 */
export function createAddresses(
  engine: { readonly services: EngineServices },
  networkId: number,
  gateway: () => AttachedGateway | undefined,
  extra: () => ExtraUrls,
  rpcFaults: RpcFaults,
): Addresses {
  const withFaults =
    (ask: AskRpc): AskRpc =>
    async (question) => {
      const answer = await askWithFaults(ask, rpcFaults, question);
      // As fetch reports it.
      if (answer === undefined) throw new TypeError('fetch failed', { cause: new Error('disconnected by devnet.chaos') });
      return answer;
    };
  /** The Stacks node, with a `fetch` if it has no port. */
  const stacksServer = (): Pick<NetworkServer, 'url'> & Partial<NetworkServer> => {
    const { stacks, withoutPorts } = engine.services;
    const ask = withoutPorts ? stacks.ask && withFaults(stacks.ask) : undefined;
    return { url: stacks.rpcUrl, ...(ask && { fetch: fetchWithin(stacks.rpcUrl, ask) }) };
  };
  const bitcoinServer = (): Pick<NetworkServer, 'url'> & Partial<NetworkServer> => {
    const { bitcoin } = engine.services;
    const hasPort = !new URL(bitcoin.rpcUrl).hostname.endsWith('.invalid');
    return { url: bitcoin.rpcUrl, ...(!hasPort && bitcoin.ask && { fetch: fetchWithin(bitcoin.rpcUrl, askRpc(bitcoin.ask)) }) };
  };
  return {
    urls() {
      const { stacks, bitcoin, withoutPorts } = engine.services;
      const { url, pageUrl, emilyUrl } = gateway() ?? {};
      return {
        gateway: url,
        ...(pageUrl !== undefined && { page: pageUrl }),
        // The gateway has the paths of the node, too.
        stacks: (withoutPorts ? url : undefined) ?? stacks.rpcUrl,
        bitcoin: bitcoin.rpcUrl,
        ...(emilyUrl !== undefined && { emily: emilyUrl }),
        ...extra(),
      };
    },
    network() {
      const attached = gateway();
      const { url, fetch } = attached ?? stacksServer();
      return stacksNetwork(url, networkId, fetch);
    },
    api: () => stacksApi(gateway()?.url, gateway()?.fetch),
    fetch: networkFetch(() => {
      const attached = gateway();
      return [...(attached === undefined ? [] : [attached]), stacksServer(), bitcoinServer()].map(({ url, fetch = globalThis.fetch }) => ({
        ...{ url, fetch },
      }));
    }),
    WebSocket: webSocketWithin(gateway),
    async bitcoinUrl() {
      const { bitcoin } = engine.services;
      await bitcoin.open?.();
      return bitcoin.rpcUrl;
    },
    askStacks: engine.services.stacks.ask,
    credentials: { rpcUser: engine.services.bitcoin.rpcUser, rpcPassword: engine.services.bitcoin.rpcPassword },
  };
}

/** JSON-RPC of a Bitcoin node of this process, as its server answers it. */
function askRpc(ask: AskBitcoin): AskLocal {
  return async ({ method, target, body }) => {
    if (method !== 'POST')
      return { status: 405, headers: { 'content-type': 'text/plain' }, body: 'JSONRPC server handles only POST requests' };
    const { status, text } = await ask({ path: target.split('?')[0] ?? '/', body: Buffer.from(body as Uint8Array).toString() });
    return { status, headers: { 'content-type': 'application/json' }, body: text };
  };
}
