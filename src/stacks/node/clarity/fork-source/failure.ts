import { DevnetError, type DevnetErrorCode, type DevnetErrorDetails, type ForkFailureReason } from '../../../../base/error.js';

/** The network that a fork continues could not be read. What needed it has no effect; a later attempt may succeed. */
export class ForkSourceFailure extends DevnetError {
  constructor({ code, message, ...details }: { code: DevnetErrorCode; message: string } & DevnetErrorDetails) {
    super(code, message, details);
  }
}

/** @param what completes "The origin of the fork, <url>, …" */
export function forkSourceFailure(url: string, reason: ForkFailureReason, what: string): ForkSourceFailure {
  return new ForkSourceFailure({ code: 'ORIGIN', message: `The origin of the fork, ${url}, ${what}`, reason });
}
