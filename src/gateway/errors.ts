import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DevnetError, type DevnetErrorCode } from '../error.js';

/** The body of every error, as in the schema `Error`. */
type ErrorBody = {
  error: string;
  code: DevnetErrorCode;
  field?: string | undefined;
  expected?: string | undefined;
  received?: string | undefined;
  hint?: string | undefined;
  lastSeen?: string | undefined;
  replacedBy?: string | undefined;
  reason?: string | undefined;
};

const STATUS: Record<DevnetErrorCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHORIZED: 401,
  FAUCET_DISABLED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIMEOUT: 408,
  BUSY: 409,
  ROLLED_BACK: 409,
  DROPPED: 409,
  REJECTED: 409,
  REPLACED: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  FAUCET_FAILED: 500,
  PORT_TAKEN: 500,
  UNSUPPORTED: 501,
  MISSING: 501,
  RPC: 502,
  ORIGIN: 502,
  NOT_READY: 503,
  NOT_REACHABLE: 503,
  ABORTED: 503,
};

/** A failure with a status that does not follow from its code, such as 413 or 415. */
export class HttpError extends DevnetError {
  readonly status: number;

  constructor(status: number, ...details: ConstructorParameters<typeof DevnetError>) {
    super(...details);
    this.status = status;
  }
}

function statusOf(error: DevnetError): number {
  return error instanceof HttpError ? error.status : STATUS[error.code];
}

function errorBody(error: DevnetError): ErrorBody {
  const { code, field, expected, received, hint, lastSeen, replacedBy } = error;
  const reason = code === 'REJECTED' || code === 'ORIGIN' ? error.reason : undefined;
  return { error: error.message, code, field, expected, received, hint, lastSeen, replacedBy, reason };
}

/** Sends an error in the one shape: every failure of every route ends here. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toDevnetError(error);
  const status = statusOf(failure);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  const body = errorBody(failure);
  // The first generation of faucets says in the body, too, that it failed; its clients read that rather than the status.
  const isFirstFaucet = request.url.startsWith('/extended/v1/faucets/');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(isFirstFaucet ? { ...body, success: false } : body);
}

/** Returns the status and the text of an error, for answers of another shape. */
export function statusAndMessage(error: unknown): { status: number; message: string } {
  const failure = toDevnetError(error);
  return { status: statusOf(failure), message: failure.message };
}

/** Returns the stack of an unexpected failure, which is a bug; undefined for errors of this program. */
export function unforeseen(error: unknown): string | undefined {
  const failure = toDevnetError(error);
  if (statusOf(failure) !== 500) return undefined;
  let root: unknown = failure;
  while (root instanceof DevnetError && root.cause !== undefined) root = root.cause;
  if (root instanceof DevnetError) return undefined;
  return root instanceof Error ? (root.stack ?? root.message) : String(root);
}

/** Converts any thrown value to a DevnetError. Clients do not see the text of unexpected errors. */
function toDevnetError(error: unknown): DevnetError {
  if (error instanceof DevnetError) return error;
  const { code, statusCode, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'INVALID_INPUT', 'body: expected at most 1 MiB, received more', {
        field: 'body',
        expected: 'at most 1 MiB',
        received: 'more',
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new DevnetError('INVALID_INPUT', 'body: its length is not that of Content-Length', { field: 'content-length' });
    case 'FST_ERR_BAD_URL':
      return new DevnetError('INVALID_INPUT', 'path: expected a valid URL, received one with broken percent encoding', { field: 'path' });
    default:
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
        return new HttpError(statusCode, 'INVALID_INPUT', message ?? 'the request is not valid');
      }
      return new DevnetError('INTERNAL', 'the gateway failed unexpectedly', { cause: error });
  }
}
