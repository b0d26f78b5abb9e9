import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdvicePart } from '../base/advice.js';
import type { DevnetError, DevnetErrorCode } from '../base/error.js';
import { httpFailure } from '../base/http-error.js';
import type { App } from './schema-types.js';

/** The body of an error, as in the schema `Error`. */
type ErrorBody = {
  error: string;
  code: DevnetErrorCode;
  field?: string | undefined;
  expected?: string | undefined;
  received?: string | undefined;
  hint?: string | undefined;
  /** For this package's own clients, which say it in their own words. */
  advice?: readonly AdvicePart[] | undefined;
  lastSeen?: string | undefined;
  replacedBy?: string | undefined;
  reason?: string | undefined;
};

/** Returns the body of an error: an object becomes JSON, a text stays plain. */
export type ErrorFormat = (error: DevnetError, request: FastifyRequest) => object | string;

type Warn = (request: FastifyRequest, message: string) => void;

const warnNetwork: Warn = ({ services }, message) => services.onWarning?.(message);

/**
 * Answers every error of a scope. Status, headers and log are the same in all scopes.
 * @param format what clients of this scope read @default the schema `Error`
 * @param warn gets the stack of an unexpected failure @default the network of the request does
 */
export function answerErrors(app: App, format: ErrorFormat = errorBody, warn: Warn = warnNetwork): void {
  app.setErrorHandler((error, request, reply) => {
    const { stack } = httpFailure(error, request.raw);
    if (stack !== undefined) warn(request, `${request.method} ${request.routeOptions.url ?? ''} failed: ${stack}`);
    return sendError(error, request, reply, format);
  });
}

/** Sends an error: every failure of every route ends here. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, format: ErrorFormat = errorBody): FastifyReply {
  const { status, error } = httpFailure(thrown, request.raw);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  const body = format(error, request);
  return reply
    .code(status)
    .type(typeof body === 'string' ? 'text/plain' : 'application/json; charset=utf-8')
    .send(body);
}

function errorBody(error: DevnetError, { url }: FastifyRequest): ErrorBody & { success?: false } {
  const { code, field, expected, received, hint, advice, lastSeen, replacedBy } = error;
  const reason = code === 'REJECTED' || code === 'ORIGIN' ? error.reason : undefined;
  const body = { error: error.message, code, field, expected, received, hint, advice, lastSeen, replacedBy, reason };
  // The first generation of faucets says in the body, too, that it failed; its clients read that rather than the status.
  return url.startsWith('/extended/v1/faucets/') ? { ...body, success: false } : body;
}
