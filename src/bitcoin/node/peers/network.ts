import { createConnection as connectSocket, createServer, type Socket } from '#platform/sockets.js';
import { listenOn } from '#platform/tcp-server.js';
import type { NodeCore } from '../core.js';
import { createConnection } from './connection.js';
import { endpointText, formatAddress, parseEndpoint } from './endpoint.js';
import { endAfter } from './faults.js';
import { type ConnectionType, createPeer, type Peer } from './peer.js';
import type { PeerNetwork } from './peers.js';
import { sendPing } from './pings.js';
import { createProtocol } from './protocol.js';
import { HEADER_SIZE } from './wire/message.js';

/** As in Core, where 11 of 125 connections are for its own choice of peers. */
const MAX_INBOUND = 114;
const CHECK_INTERVAL_MS = 1000;
/** Core's `-timeout`. */
const CONNECT_TIMEOUT_MS = 5000;

/**
 * Serves Bitcoin's peer-to-peer protocol, version 1 of the transport. A peer that begins with version 2 (BIP324) is disconnected at
 * once, and returns with version 1, as the BIP recommends.
 * @param port 0 for a free port
 * @throws the system's error when it cannot listen
 */
export async function startPeerNetwork(core: NodeCore, { host, port }: { host: string; port: number }): Promise<PeerNetwork> {
  const { log } = core;
  const peers = new Map<number, Peer>();
  const connecting = new Map<Socket, string>();
  const protocol = createProtocol(core, () => peers.values());
  const closedTotals = { sent: 0, received: 0 };
  let nextId = 0;
  let announcement: NodeJS.Immediate | undefined;

  const join = (socket: Socket, type: ConnectionType, name?: string): Peer => {
    const connection = createConnection(socket, core.clock.timer, {
      receive(message) {
        log.debug('net', () => `received: ${message.command} (${message.payload.length} bytes) peer=${peer.id}`);
        const check = (error: unknown): void => {
          const end = endAfter(error, peer, message, log);
          if (end !== undefined) throw end;
        };
        try {
          const later = protocol.receive(peer, message);
          if (later instanceof Promise) return later.catch(check).then(() => protocol.handled(peer));
        } catch (error) {
          check(error);
        }
        protocol.handled(peer);
        return undefined;
      },
      sending: (command, length) => {
        log.debug('net', () => `sending ${command} (${length} bytes) peer=${peer.id}`);
        core.peers.uploadLimit.count(HEADER_SIZE + length);
      },
      fault: (reason) => log.debug('net', () => `${reason} peer=${peer.id}`),
      serve: () => protocol.serve(peer),
      closed: () => {
        peers.delete(peer.id);
        closedTotals.sent += connection.sent.bytes;
        closedTotals.received += connection.received.bytes;
        protocol.closed(peer);
      },
    });
    const address = name ?? formatAddress(socket.remoteAddress, socket.remotePort);
    const peer = createPeer({
      id: nextId++,
      address,
      localAddress: formatAddress(socket.localAddress, socket.localPort),
      type,
      timer: core.clock.timer,
      permissions: core.peers.permissionsOf(withoutMapping(socket.remoteAddress ?? ''), type === 'inbound'),
      connection,
    });
    peers.set(peer.id, peer);
    log.debug('net', () => `Added connection peer=${peer.id}`);
    return peer;
  };

  const isBanned = (host = '') => core.peers.bans.has(host);

  const connect = (address: string, type: ConnectionType = 'manual') => {
    const target = parseEndpoint(address);
    if (
      target === undefined ||
      !core.peers.active ||
      [...connecting.values(), ...[...peers.values()].map((peer) => peer.address)].map(endpointText).includes(endpointText(address))
    )
      return;
    const socket = connectSocket({ ...target, noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    connecting.set(socket, address);
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => {});
    socket.once('close', () => connecting.delete(socket));
    socket.once('connect', () => {
      connecting.delete(socket);
      socket.setTimeout(0);
      protocol.greet(join(socket, type, address));
    });
  };

  const server = createServer({ noDelay: true }, (socket) => {
    const inbound = [...peers.values()].filter((peer) => peer.inbound).length;
    const host = withoutMapping(socket.remoteAddress ?? '');
    if (isBanned(host) && !core.peers.permissionsOf(host, true).includes('noban')) {
      log.debug('net', () => `connection from ${formatAddress(host, socket.remotePort)} dropped (banned)`);
      socket.destroy();
    } else if (!core.peers.active || inbound >= MAX_INBOUND) socket.destroy();
    else join(socket, 'inbound');
  });
  const listening = await listenOn(server, { host, port });

  const unfollow = core.observers.add((change) => {
    protocol.follow(change);
    announcement ??= setImmediate(() => {
      announcement = undefined;
      protocol.announce();
    });
  });
  const check = () => {
    for (const [{ id, connection }, reason] of protocol.check()) {
      log.debug('net', () => `${reason}, disconnecting peer=${id}`);
      connection.close();
    }
  };
  const timer = setInterval(() => {
    check();
    for (const address of core.peers.added) connect(address);
  }, CHECK_INTERVAL_MS).unref();

  const disconnectAll = () => {
    for (const { connection } of [...peers.values()]) connection.close();
    for (const socket of connecting.keys()) socket.destroy();
  };
  let closed: Promise<void> | undefined;
  return {
    endpoint: { address: host, port: listening },
    peers: () => [...peers.values()],
    requestedOf: protocol.requestedOf,
    totals: () => {
      const total = { ...closedTotals };
      for (const { connection } of peers.values()) {
        total.sent += connection.sent.bytes;
        total.received += connection.received.bytes;
      }
      return total;
    },
    connect,
    check,
    relay: protocol.relay,
    rebroadcast: protocol.rebroadcast,
    orphans: protocol.orphans,
    disconnectBanned: () => {
      for (const { address, connection } of [...peers.values()]) if (isBanned(parseEndpoint(address)?.host)) connection.close();
    },
    disconnectAll,
    pingAll: () => {
      for (const peer of peers.values()) if (peer.ready) sendPing(peer);
    },
    close: () => {
      closed ??= new Promise((resolve) => {
        unfollow();
        clearInterval(timer);
        if (announcement !== undefined) clearImmediate(announcement);
        server.close(() => resolve());
        disconnectAll();
      });
      return closed;
    },
  };
}

/** An IPv4 address that an IPv6 socket shows as `::ffff:127.0.0.1`. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d)/i, '');
}
