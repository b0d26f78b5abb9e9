import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DevnetError } from '../../error.js';
import type { App } from '../schema-types.js';
import type { Services } from '../services.js';

/**
 * Keeps `/devnet` to programs on this machine. A page in a browser here is no such program: its requests are recognised by
 * `Origin`, and a name that was pointed at this machine to get around that (DNS rebinding) by `Host`. With a control key, whoever
 * sends it may call from anywhere.
 */
export function allowLocalOnly(app: App, { host, control }: Pick<Services, 'host' | 'control'>): void {
  const isLoopback = loopbackTest();
  app.addHook('onRequest', async (request) => {
    if (control.key !== undefined && hasKey(request, control.key)) return;
    // Behind a trusted proxy on this machine, the client is who the proxy says.
    if (!isLoopback(request.socket.remoteAddress) || !isLoopback(request.ip)) {
      throw forbidden('only programs on this machine may call /devnet', 'Set a control key (control.key) to allow others.');
    }
    const name = hostname(request.headers.host);
    if (name === undefined || !(name === host.toLowerCase() || name === 'localhost' || name.endsWith('.localhost') || isLoopback(name))) {
      throw new DevnetError('FORBIDDEN', `host: expected a name of this machine, received ${JSON.stringify(request.headers.host ?? '')}`, {
        field: 'host',
        expected: 'localhost, a loopback address or the configured host',
        received: request.headers.host,
      });
    }
    const { origin } = request.headers;
    if (origin !== undefined && hostname(origin.replace(/^https?:\/\//, '')) !== name) {
      throw forbidden('pages on other origins may not call /devnet', 'Call it from a program, or from a page that the gateway serves.');
    }
  });
}

function forbidden(message: string, hint: string): DevnetError {
  return new DevnetError('FORBIDDEN', message, { hint });
}

/** Compares digests, so that neither the time nor the length tells anything about the key. */
function hasKey(request: FastifyRequest, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(key));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The name or address of `name:port`, lower case, without brackets. */
function hostname(authority: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:/[\]]+))(?::\d+)?$/i.exec(authority ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function loopbackTest(): (address: string | undefined) => boolean {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  // An IPv4 peer of a socket that listens on IPv6 shows as ::ffff:127.0.0.1, which a BlockList takes for the IPv4 address.
  return (address) => address !== undefined && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
