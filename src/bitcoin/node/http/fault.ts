/** A malformed request: the status of the reply, which closes the connection. */
export class HttpFault extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP status ${status}`);
    this.status = status;
  }
}
