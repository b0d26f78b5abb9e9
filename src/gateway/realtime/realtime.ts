import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { DevnetError, invalid } from '../../base/error.js';
import { HttpError } from '../../base/http-error.js';
import type { ConnectWithin } from '../../network/local.js';
import type { App } from '../schema-types.js';
import type { BitcoinUpdateServices } from './bitcoin-updates.js';
import { declineUpgrade } from './decline-upgrade.js';
import type { SocketIo } from './socket-io.js';
import type { UpdateServices } from './updates.js';
import type { WebSockets } from './websocket.js';

const PATHS = ['/extended/v1/ws', '/socket.io', '/api/v1/ws'] as const;

type Path = (typeof PATHS)[number];

/** Serves the websockets of a network. The first client loads what they need. */
export type Realtime = {
  /** @throws DevnetError NOT_READY */
  at(path: Path): Promise<WebSockets | SocketIo>;
  /** Opens a websocket for a client in this process. @throws DevnetError NOT_READY, INVALID_INPUT for a path without */
  connect: ConnectWithin;
  /** Ends all websockets. */
  close(): Promise<void>;
};

export function createRealtime(services: UpdateServices & BitcoinUpdateServices): Realtime {
  const opened = new Map<Path, Promise<WebSockets | SocketIo>>();
  let bitcoin: import('./bitcoin-updates.js').BitcoinUpdates | undefined;
  let updates: Promise<import('./updates.js').Updates> | undefined;
  const load = async (path: Path): Promise<WebSockets | SocketIo> => {
    const { createWebSockets } = await import('./websocket.js');
    if (path === '/api/v1/ws') {
      const { createBitcoinUpdates } = await import('./bitcoin-updates.js');
      bitcoin = createBitcoinUpdates(services);
      return createWebSockets(bitcoin.serve);
    }
    updates ??= import('./updates.js').then(({ createUpdates }) => createUpdates(services));
    if (path === '/socket.io') return (await import('./socket-io.js')).createSocketIo(await updates);
    const [{ serveJsonRpc }, current] = await Promise.all([import('./json-rpc.js'), updates]);
    return createWebSockets((open) => serveJsonRpc(open, current));
  };
  const at = (path: Path): Promise<WebSockets | SocketIo> => {
    const known =
      opened.get(path) ??
      load(path).catch((cause) => {
        services.onWarning?.(`websockets cannot be served: ${cause}`);
        throw new DevnetError('NOT_READY', 'websockets cannot be served', { cause });
      });
    opened.set(path, known);
    return known;
  };
  return {
    at,
    async connect(path, events) {
      const paths = PATHS.filter((each) => each !== '/socket.io');
      const known = paths.find((each) => each === path);
      if (known === undefined)
        throw invalid('url', `a path of a websocket: ${paths.join(', ')}`, path, 'Socket.IO needs a network that listens.');
      return ((await at(known)) as WebSockets).connect(events);
    },
    async close() {
      for (const one of opened.values()) await one.then(({ close }) => close()).catch(() => undefined);
      bitcoin?.close();
      (await updates)?.close();
    },
  };
}

/**
 * Serves the two realtime protocols of the Stacks API, JSON-RPC at `/extended/v1/ws` and Socket.IO at `/socket.io`, and that of
 * mempool.space at `/api/v1/ws`. A request for a websocket passes the same hooks as every other, so limits and errors are the same.
 * @returns what adds the routes to a scope
 */
export function addRealtime(app: App): (scope: App) => void {
  const heads = new WeakMap<IncomingMessage, Buffer>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return declineUpgrade(request, socket, head);
    socket.on('error', () => socket.destroy());
    heads.set(request, head);
    app.routing(request, refusalTo(request, socket));
  });
  return (scope) => {
    for (const path of PATHS) {
      scope.get(path, { exposeHeadRoute: false, schema: { hide: true } }, async ({ raw, services }, reply) => {
        const head = heads.get(raw);
        if (head === undefined) throw upgradeRequired(path, reply);
        const sockets = await services.realtime.at(path);
        reply.hijack();
        // From here on the websocket owns the connection.
        reply.raw.detachSocket(raw.socket);
        sockets.handleUpgrade(raw, raw.socket, head);
      });
    }
  };
}

/** Creates the response to a refused request for a websocket. It ends the connection. */
function refusalTo(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  return response;
}

function upgradeRequired(path: string, reply: FastifyReply): DevnetError {
  reply.header('upgrade', 'websocket');
  return new HttpError(426, 'INVALID_INPUT', `upgrade: expected websocket at ${path}, received nothing`, {
    field: 'upgrade',
    expected: 'websocket',
    received: 'nothing',
  });
}
