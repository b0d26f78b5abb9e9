import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DevnetError } from '../../error.js';
import type { App } from '../schema-types.js';
import type { Services } from '../services.js';
import { preflightFor, varyByOrigin } from './cors.js';

/**
 * Restricts `/devnet` to programs on this machine, and to pages on the origins of `control.origins`. `Origin` identifies other pages,
 * and `Host` a name that was pointed at this machine to get around that (DNS rebinding). A caller with the control key may be
 * anywhere.
 */
export function allowLocalOnly(app: App, { host, control }: Pick<Services, 'host' | 'control'>, advice: Advice = CONTROL_ADVICE): void {
  const isLoopback = loopbackTest();
  const ownName = remember((authority: string | undefined) => {
    const name = hostname(authority);
    const isOwn =
      name !== undefined && (name === host.toLowerCase() || name === 'localhost' || name.endsWith('.localhost') || isLoopback(name));
    return { name, isOwn };
  });
  const origins = new Set(control.origins ?? []);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const isListed = origin !== undefined && origins.has(origin);
    // First of all, so that a page can read errors, too.
    if (origins.size > 0) varyByOrigin(reply, isListed ? origin : undefined);
    const isPreflight = isListed && request.method === 'OPTIONS';
    // Browsers send preflights without the key; the request itself has it.
    if (isPreflight && control.key !== undefined) return void preflightFor(request, reply);
    if (control.key !== undefined && hasKey(request, control.key)) return done();
    if (control.keyOnly) throw forbidden('This network needs its control key.', 'Send it: "authorization: Bearer <key>".');
    // The client of a trusted proxy on this machine is the one that the proxy names.
    if (!isLoopback(request.socket.remoteAddress) || !isLoopback(request.ip)) {
      throw forbidden(`Only programs on this machine may call ${advice.what}.`, advice.others);
    }
    const { name, isOwn } = ownName(request.headers.host);
    if (!isOwn) {
      throw new DevnetError('FORBIDDEN', `host: expected a name of this machine, received ${JSON.stringify(request.headers.host ?? '')}`, {
        field: 'host',
        expected: 'localhost, a loopback address or the configured host',
        received: request.headers.host,
      });
    }
    if (isPreflight) return void preflightFor(request, reply);
    if (origin !== undefined && !isListed && hostname(origin.replace(/^https?:\/\//, '')) !== name) {
      throw forbidden(`Pages on ${origin} may not call ${advice.what}.`, advice.pages(origin));
    }
    done();
  });
}

/** What error messages say. */
type Advice = { what: string; others: string; pages(origin: string): string };

const CONTROL_ADVICE: Advice = {
  what: '/devnet',
  others: 'Set a control key (control.key) to allow others.',
  pages: (origin) => `Allow them with control.origins (--control-origin ${origin}).`,
};

function forbidden(message: string, hint: string): DevnetError {
  return new DevnetError('FORBIDDEN', `${message} ${hint}`, { hint });
}

/** Compares digests, so that neither the time nor the length reveals anything about the key. */
function hasKey(request: FastifyRequest, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(key));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Keeps the last result of a function: most requests come from one client. */
function remember<T, R>(compute: (value: T) => R): (value: T) => R {
  let last: { value: T; result: R } | undefined;
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}

/** Returns the name or address of `name:port`, in lower case, without brackets. */
function hostname(authority: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:/[\]]+))(?::\d+)?$/i.exec(authority ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function loopbackTest(): (address: string | undefined) => boolean {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return remember((address) => {
    if (address === undefined) return false;
    // An IPv4 peer of a socket that listens on IPv6 shows as ::ffff:127.0.0.1, which a BlockList takes for the IPv4 address.
    return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  });
}
