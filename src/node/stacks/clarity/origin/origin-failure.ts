import { DevnetError, type DevnetErrorCode, type DevnetErrorDetails, type OriginFailureReason } from '../../../../error.js';

/** The network that a fork continues could not be read. What needed it has no effect; a later attempt may succeed. */
export class OriginFailure extends DevnetError {
  constructor({ code, message, ...details }: { code: DevnetErrorCode; message: string } & DevnetErrorDetails) {
    super(code, message, details);
  }
}

/** @param what completes "The origin of the fork, <url>, …" */
export function originFailure(url: string, reason: OriginFailureReason, what: string): OriginFailure {
  return new OriginFailure({ code: 'ORIGIN', message: `The origin of the fork, ${url}, ${what}`, reason });
}
