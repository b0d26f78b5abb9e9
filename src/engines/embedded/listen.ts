import { listenError } from '#platform/port-taken.js';
import { once } from '../../base/async.js';
import { DevnetError, messageOf } from '../../base/error.js';
import type { AskBitcoin } from '../../bitcoin/client.js';
import type { AskRpc } from '../../stacks/client.js';
import type { EngineOptions, EngineServices, NodeName } from '../../stacks/engine.js';
import type { RpcFaults } from '../../stacks/rpc-faults.js';
import type { EngineLife } from '../common/life-cycle.js';
import type { Nodes } from './boot.js';

/** The servers of both nodes. */
export type Listening = {
  services: EngineServices;
  /** Ends the RPC of a node: its port refuses connections. @returns a function that opens the same port again */
  stop(node: NodeName): Promise<() => Promise<void>>;
  /** Sets the faults of the RPC of the Stacks node. */
  setRpcFaults(rpcFaults: RpcFaults | undefined): void;
  /** The nodes whose RPC has ended. */
  stopped(): NodeName[];
};

type Server = { url: string; close(): Promise<void> };

/**
 * Serves the RPC of both nodes.
 * @param withPorts whether other processes reach it
 * @throws DevnetError PORT_TAKEN
 */
export async function listen(
  { bitcoin, stacks }: Pick<Nodes, 'bitcoin' | 'stacks'>,
  { host, access, ports, bitcoin: { rpcUser, rpcPassword }, onWarning }: EngineOptions,
  { onClose }: Pick<EngineLife, 'onClose'>,
  withPorts = true,
): Promise<Listening> {
  let rpcFaults: RpcFaults | undefined;
  let restarting: Promise<void> | undefined;
  let isClosing = false;
  const at = async <T>(field: string, port: number, start: () => Promise<T>): Promise<T> => {
    try {
      return await start();
    } catch (error) {
      throw await listenError(error, { field, host, port });
    }
  };
  const credentials = { user: rpcUser, password: rpcPassword };
  const serving: Record<NodeName, (port: number) => Promise<Server>> = {
    bitcoin: (port) => at('ports.bitcoin', port, () => bitcoin.listen({ ...access, ...credentials, host, port, onStop: restartBitcoin })),
    stacks: (port) => at('ports.stacks', port, () => stacks.listen({ host, port, rpcFaults: () => rpcFaults })),
  };
  const open: typeof serving = withPorts
    ? { ...serving }
    : { bitcoin: async () => unserved('bitcoin'), stacks: async () => unserved('stacks') };
  const servers: Partial<Record<NodeName, Server>> = {};
  servers.bitcoin = await open.bitcoin(ports.bitcoin);
  const { bitcoinPeers } = ports;
  if (bitcoinPeers !== undefined && withPorts) {
    await at('ports.bitcoinPeers', bitcoinPeers, () => bitcoin.listenPeers({ host, port: bitcoinPeers }));
  }
  servers.stacks = await open.stacks(ports.stacks);
  const urls = { bitcoin: servers.bitcoin.url, stacks: servers.stacks.url };
  /** Clients of bitcoind need a port. */
  const openBitcoin = once(async () => {
    const server = await serving.bitcoin(0);
    urls.bitcoin = server.url;
    open.bitcoin = serving.bitcoin;
    // While the node is stopped, it does not answer here either.
    if (servers.bitcoin === undefined) await server.close();
    else servers.bitcoin = server;
  });
  const refuseStopped = (node: NodeName): void => {
    if (servers[node] !== undefined) return;
    throw new DevnetError('NOT_REACHABLE', `no ${node === 'bitcoin' ? 'Bitcoin' : 'Stacks'} node answers at ${urls[node]}`);
  };
  const askBitcoin: AskBitcoin = async (question) => {
    refuseStopped('bitcoin');
    return bitcoin.ask(question);
  };
  const askStacks: AskRpc = async (question) => {
    refuseStopped('stacks');
    return stacks.ask(question);
  };
  const stop: Listening['stop'] = async (node) => {
    const server = servers[node];
    delete servers[node];
    await server?.close();
    return async () => {
      servers[node] ??= await open[node](Number(new URL(urls[node]).port));
    };
  };
  /** The network needs its node, so the RPC `stop` interrupts it as a service manager does that starts bitcoind again. */
  function restartBitcoin(): void {
    onWarning?.('A client called the RPC "stop" of the Bitcoin node. Connections are closed, and the node listens again.');
    restarting = stop('bitcoin')
      .then((start) => (isClosing ? undefined : start()))
      .catch((error: unknown) => onWarning?.(`The Bitcoin node does not listen any more: ${messageOf(error)}`));
  }
  onClose(() => {
    isClosing = true;
    return restarting;
  });
  return {
    services: {
      bitcoin: {
        get rpcUrl() {
          return urls.bitcoin;
        },
        rpcUser,
        rpcPassword,
        ask: askBitcoin,
        ...(!withPorts && { open: openBitcoin }),
      },
      stacks: { rpcUrl: urls.stacks, ask: askStacks },
      withoutPorts: !withPorts,
    },
    stop,
    setRpcFaults(next) {
      rpcFaults = next;
    },
    stopped: () => (['bitcoin', 'stacks'] as const).filter((node) => servers[node] === undefined),
  };
}

/** Takes the place of a server. No DNS has a name below `.invalid` (RFC 2606). */
function unserved(node: NodeName): Server {
  return { url: `http://${node}.invalid`, close: async () => undefined };
}
