import type { AskRpc } from '../../../stacks/client.js';
import { askWithFaults } from '../../../stacks/client.js';
import type { EngineServices } from '../../../stacks/engine.js';
import type { RpcFaults } from '../../../stacks/rpc-faults.js';
import type { DevnetUrls } from '../../data.js';
import type { Devnet, LocalDevnet } from '../../types.js';
import { stacksNetwork } from '../network.js';
import { stacksApi } from '../stacks-api.js';
import type { AttachedGateway, ExtraUrls } from './parts.js';

/** Where a network answers. */
export type Addresses = Pick<LocalDevnet, 'bitcoinUrl' | 'askStacks' | 'credentials'> & {
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
      const { stacks: node, withoutPorts } = engine.services;
      const attached = gateway();
      const ask = attached === undefined && withoutPorts ? node.ask && withFaults(node.ask) : attached?.ask;
      return stacksNetwork(attached?.url ?? node.rpcUrl, networkId, ask);
    },
    api: () => stacksApi(gateway()?.url, gateway()?.ask),
    async bitcoinUrl() {
      const { bitcoin } = engine.services;
      await bitcoin.open?.();
      return bitcoin.rpcUrl;
    },
    askStacks: engine.services.stacks.ask,
    credentials: { rpcUser: engine.services.bitcoin.rpcUser, rpcPassword: engine.services.bitcoin.rpcPassword },
  };
}
