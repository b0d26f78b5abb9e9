import { ownCommand } from '#platform/own-command.js';
import { isLoopback } from '#platform/port-guard.js';
import { createMutex } from '../../base/async.js';
import { DevnetError, invalid } from '../../base/error.js';
import { createGatewayClient, type GatewayClient } from '../../network/connected.js';
import type { Devnet, OperableDevnet } from '../../network/types.js';
import { type EventLog, followEvents } from './event-log.js';

/** What to start: settings that a caller may choose. Others come from the environment and `devnet.config.*`. */
export type StartRequest = { engine?: string | undefined; project?: string | undefined };

/** How the server reaches networks. */
export type NetworkSource = {
  /** Returns the URL of the network that commands would use; it may not run. */
  find(): Promise<string>;
  /** Connects to a running network. @throws DevnetError NOT_REACHABLE */
  connect(url: string): Promise<OperableDevnet>;
  /** Starts a network that listens on this machine only. */
  start(request: StartRequest): Promise<OperableDevnet>;
};

/** A network that tools use. */
export type Connection = {
  devnet: OperableDevnet;
  gateway: GatewayClient;
  /** What happened since the server knows the network. */
  events: EventLog;
  /** Whether this server started it. */
  isOwn: boolean;
};

/** The network of the server: one at a time. */
export type Network = {
  /** The folder where relative paths start. */
  cwd: string;
  /** Returns the network that was used last, if any. */
  known(): Connection | undefined;
  /** Returns the network: the own one, else the running one. @throws DevnetError NOT_REACHABLE if there is none */
  use(): Promise<Connection>;
  /** Returns the network as `use` does, and starts an own one if none runs. @param request.fresh starts one in any case */
  start(request: StartRequest & { fresh?: boolean | undefined }): Promise<Connection & { started: boolean }>;
  /** Ends the own network, or the connection to another one. */
  close(): Promise<void>;
};

export function createNetwork(source: NetworkSource, cwd: string): Network {
  /** Clients call several tools at once, but there is one network. */
  const mutex = createMutex();
  let current: Connection | undefined;
  let isClosed = false;

  const keep = (devnet: OperableDevnet, isOwn: boolean): Connection => {
    const gateway = createGatewayClient({ url: devnet.urls.gateway ?? '', controlKey: devnet.controlKey });
    current = { devnet, gateway, events: followEvents(devnet), isOwn };
    return current;
  };
  const close = async (): Promise<void> => {
    const last = current;
    current = undefined;
    last?.events.close();
    await last?.devnet.close();
  };
  const use = async (): Promise<Connection> => {
    if (current !== undefined && (current.isOwn || (await answers(current.devnet)))) return current;
    await close();
    requireOpen();
    return connect();
  };
  const connect = async (): Promise<Connection> => {
    const url = await source.find();
    checkLoopback(url);
    try {
      return keep(await source.connect(url), false);
    } catch (error) {
      if (!(error instanceof DevnetError) || error.code !== 'NOT_REACHABLE') throw error;
      const hint = `Call the tool "start" first, or run: ${ownCommand('up --detach')}`;
      throw new DevnetError('NOT_REACHABLE', `No devnet runs at ${url}. ${hint}`, { hint, cause: error });
    }
  };
  return {
    cwd,
    known: () => current,
    use: () => mutex.run(use),
    close() {
      isClosed = true;
      return mutex.run(close);
    },
    start: (request) => mutex.run(() => start(request)),
  };

  async function start({ fresh = false, ...request }: StartRequest & { fresh?: boolean | undefined }) {
    if (!fresh) {
      try {
        return { ...(await use()), started: false };
      } catch (error) {
        if (!(error instanceof DevnetError) || error.code !== 'NOT_REACHABLE') throw error;
      }
    }
    await close();
    requireOpen();
    return { ...keep(await source.start(request), true), started: true };
  }

  function requireOpen(): void {
    if (isClosed) throw new DevnetError('NOT_READY', 'the server is closed');
  }
}

async function answers(devnet: Devnet): Promise<boolean> {
  try {
    await devnet.status();
    return true;
  } catch (error) {
    if (error instanceof DevnetError && ['NOT_REACHABLE', 'NOT_READY'].includes(error.code)) return false;
    throw error;
  }
}

/**
 * An agent may change everything on a network, so the network has to be one of this machine.
 * @param field what chose the URL
 * @throws DevnetError INVALID_INPUT
 */
export function checkLoopback(url: string, field = 'url'): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost' || isLoopback(host)) return;
  throw invalid(
    field,
    'a network on this machine, such as http://127.0.0.1:3999',
    url,
    'Tools for agents work on loopback addresses only.',
  );
}
