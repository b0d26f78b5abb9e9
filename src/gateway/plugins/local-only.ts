import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { mountedAt } from '#platform/mounted-at.js';
import { createPortGuard, type GuardedRequest, isLoopback } from '#platform/port-guard.js';
import { DevnetError } from '../../base/error.js';
import type { App } from '../schema-types.js';
import type { AppSettings, ControlAccess } from '../services.js';
import { preflightFor, varyByOrigin } from './cors.js';

/**
 * Restricts a scope to programs on this machine, and to pages on the origins of `control.origins`. A caller with the control key may
 * be anywhere.
 */
export function allowLocalOnly(
  app: App,
  { host, allowedHosts, control: { origins = [] } }: Pick<AppSettings, 'host' | 'allowedHosts' | 'control'>,
  advice: Advice = CONTROL_ADVICE,
  keyOf: (request: FastifyRequest) => Pick<ControlAccess, 'key' | 'keyOnly'> = ({ services }) => services.control,
): void {
  const guard = createPortGuard({ host, allowedHosts, origins, what: advice.what ?? 'the control API', pageHint: advice.pages });
  const isLocal = remember(isLoopback);
  const listed = new Set(origins);
  app.addHook('onRequest', (request, reply, done) => {
    const control = keyOf(request);
    const { origin } = request.headers;
    const isListed = origin !== undefined && listed.has(origin);
    // First of all, so that a page can read errors, too.
    if (listed.size > 0) varyByOrigin(reply, isListed ? origin : undefined);
    const isPreflight = isListed && request.method === 'OPTIONS';
    // Browsers send preflights without the key; the request itself has it.
    if (isPreflight && control.key !== undefined) return void preflightFor(request, reply);
    if (control.key !== undefined && hasKey(request, control.key)) return done();
    const isWrong = control.key !== undefined && request.headers.authorization !== undefined;
    const refuse = (message: string) => forbidden(isWrong ? 'The control key is wrong.' : message, SEND_KEY);
    if (control.keyOnly) throw refuse('This network needs its control key.');
    // The client of a trusted proxy on this machine is the one that the proxy names.
    if (!isLocal(request.socket.remoteAddress) || !isLocal(request.ip)) {
      const what = advice.what ?? pathOf(request);
      if (control.key === undefined) throw forbidden(`Only programs on this machine may call ${what}.`, advice.others);
      throw refuse(`Other machines need the control key to call ${what}.`);
    }
    const refusal = guard(guarded(request), advice.what ?? pathOf(request));
    if (refusal !== undefined) throw refusal;
    if (isPreflight) return void preflightFor(request, reply);
    done();
  });
}

/** What error messages say. `what` is refused; without one, the path of the request. */
type Advice = { what?: string; others: string; pages(origin: string): string };

const CONTROL_ADVICE: Advice = {
  others: 'Set a control key (control.key) to allow others.',
  pages: (origin) => `Allow them with control.origins (--control-origin ${origin}).`,
};

const SEND_KEY = 'Send it: "authorization: Bearer <key>".';

function forbidden(message: string, hint: string): DevnetError {
  return new DevnetError('FORBIDDEN', `${message} ${hint}`, { hint });
}

/** The path that the client sees. */
function pathOf({ raw, url }: FastifyRequest): string {
  return `${mountedAt(raw)}${url.split('?')[0]}`;
}

/** Compares digests, so that neither the time nor the length reveals anything about the key. */
function hasKey(request: FastifyRequest, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(key));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The head of a request for a guard of a port. Of headers with several values the first one counts. */
function guarded({ method, headers }: FastifyRequest): GuardedRequest {
  return { method, header: (name) => [headers[name]].flat()[0] };
}

/** Keeps the last result of a function: most requests come from one client. */
function remember<T, R>(compute: (value: T) => R): (value: T) => R {
  let last: { value: T; result: R } | undefined;
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}
