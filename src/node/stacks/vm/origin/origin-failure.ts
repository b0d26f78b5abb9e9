import { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from '../../../../error.js';

/** The origin of a fork could not be read. The operation that needed the value has no effect; a later one may succeed. */
export class OriginFailure extends DevnetError {
  constructor({ code, message, ...details }: { code: DevnetErrorCode; message: string } & DevnetErrorDetails) {
    super(code, message, details);
  }
}
