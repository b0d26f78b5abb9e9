import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkEnvironment } from '#platform/network-environment.js';
import { DevnetError } from '../../base/error.js';
import { whenGone } from '../../gateway/client-gone.js';
import { waitDeadline } from '../../gateway/prefer-header.js';
import type { App } from '../../gateway/schema-types.js';
import { checkShape } from './check-shape.js';
import type { Caller, Lease } from './networks.js';
import { leaseParams, takeBody } from './schemas.js';
import type { PoolServices } from './services.js';

type RouteServices = PoolServices & { caller(request: FastifyRequest): Promise<Caller> };

/** How long a request for a network waits by default, in ms; `Prefer: wait=<seconds>` changes it. */
const WAIT_MS = 30_000;
/** When a client that got no network may ask again, in seconds. */
const RETRY_SECONDS = 5;

/** Adds the routes with which networks are taken, kept and ended. */
export function addNetworkRoutes(app: App, services: RouteServices): void {
  const { networks, caller, source, size } = services;
  const leaseSeconds = networks.leaseMs / 1_000;

  app.post('/networks', { schema: { body: takeBody } }, async (request, reply) => {
    const who = await caller(request);
    checkShape(request.body?.settings ?? {}, services.shape);
    const timeoutMs = waitDeadline(undefined, request.headers['prefer']) ?? WAIT_MS;
    const signal = whenGone(reply.raw, services.closing);
    const label = request.body?.label ?? '';
    const { lease, secret, controlKey, bitcoin } = await networks
      .take(who, { label, host: request.hostname, timeoutMs, signal })
      .catch((error: unknown) => {
        throw explain(error, reply);
      });
    const { id, urls } = lease;
    const environment = { ...networkEnvironment(urls, bitcoin), DEVNET_CONTROL_KEY: controlKey };
    reply.code(201).header('location', `/networks/${id}`);
    return { id, urls, controlKey, lease: { secret, seconds: leaseSeconds }, environment };
  });

  app.get('/networks', async (request) => {
    const leases = await networks.list(await caller(request));
    return { engine: source, size, counts: networks.counts(), networks: leases.map(describe) };
  });

  app.put('/networks/:id/lease', { schema: { params: leaseParams } }, async (request) => {
    const { expiresAt } = await networks.renew(await caller(request), request.params.id, secretOf(request));
    return { seconds: leaseSeconds, expiresAt: isoTime(expiresAt) };
  });

  app.delete('/networks/:id', { schema: { params: leaseParams } }, async (request, reply) => {
    await networks.end(await caller(request), request.params.id, secretOf(request));
    return reply.code(204).send();
  });
}

function describe({ id, team, label, since, expiresAt, urls }: Lease): object {
  return { id, team, label, since: isoTime(since), expiresAt: isoTime(expiresAt), urls };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
}

/** A network that did not become free in time is no error of the client. */
function explain(error: unknown, reply: FastifyReply): unknown {
  if (!(error instanceof DevnetError)) return error;
  if (error.code === 'TIMEOUT' || error.code === 'RATE_LIMITED') reply.header('retry-after', `${RETRY_SECONDS}`);
  if (error.code !== 'TIMEOUT') return error;
  return new DevnetError('NOT_READY', `no network became free in time: ${error.lastSeen ?? error.message}`, {
    lastSeen: error.lastSeen,
    hint: 'Ask again after the time of the header retry-after.',
  });
}
