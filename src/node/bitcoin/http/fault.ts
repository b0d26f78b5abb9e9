/** A request that cannot be read, told by its status. The connection ends with the answer. */
export class HttpFault extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP status ${status}`);
    this.status = status;
  }
}
