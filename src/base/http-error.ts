import type { Readable } from '#platform/streams.js';
import { DevnetError, type DevnetErrorCode } from './error.js';

/** The HTTP status of an error. */
export const STATUS: Readonly<Record<DevnetErrorCode, number>> = {
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
  FAILED: 409,
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

/** The answer to a request that failed. */
export type HttpFailure = {
  status: number;
  error: DevnetError;
  /**
   * The stack of an unexpected failure, which is a bug: for the log, not for the client. Absent for errors of this program and of clients.
   */
  stack?: string | undefined;
};

/**
 * Converts any thrown value. All HTTP servers of this program answer errors with these statuses, each with a body of its own form.
 * @param request whose failure it is: if its client left before the end of its body, no unexpected failure is a bug
 */
export function httpFailure(thrown: unknown, request: Readable): HttpFailure {
  const found = toDevnetError(thrown);
  const error = found.code === 'INTERNAL' && request.readableAborted ? clientLeft(thrown) : found;
  const status = error instanceof HttpError ? error.status : STATUS[error.code];
  return { status, error, stack: status === 500 ? stackOf(error) : undefined };
}

/** Nobody reads the answer, but the metrics count its status. */
function clientLeft(cause: unknown): DevnetError {
  return new HttpError(400, 'ABORTED', 'the client left before the end of its body', { cause });
}

function stackOf(error: DevnetError): string | undefined {
  let root: unknown = error;
  while (root instanceof DevnetError && root.cause !== undefined) root = root.cause;
  if (root instanceof DevnetError) return undefined;
  return root instanceof Error ? (root.stack ?? root.message) : String(root);
}

/** Clients do not see the text of unexpected errors. */
function toDevnetError(thrown: unknown): DevnetError {
  if (thrown instanceof DevnetError) return thrown;
  // Those of Fastify, and of the Stacks API.
  const { code, statusCode, message } = (thrown ?? {}) as { code?: string; statusCode?: number; message?: string };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'INVALID_INPUT', 'body: it is longer than this route takes', { field: 'body' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new DevnetError('INVALID_INPUT', 'body: its length is not that of Content-Length', { field: 'content-length' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const hint = 'Send the body as JSON with the header "content-type: application/json".';
      const facts = { field: 'content-type', expected: 'a media type such as application/json', received: 'other text', hint };
      return new HttpError(415, 'INVALID_INPUT', `content-type: expected ${facts.expected}, received other text. ${hint}`, facts);
    }
    case 'FST_ERR_BAD_URL':
      return new DevnetError('INVALID_INPUT', 'path: expected a valid URL, received one with broken percent encoding', { field: 'path' });
    default:
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
        return new HttpError(statusCode, 'INVALID_INPUT', message ?? 'the request is not valid');
      }
      return new DevnetError('INTERNAL', 'the gateway failed unexpectedly', { cause: thrown });
  }
}
