/** An error as a client gets it: a code of JSON-RPC, or one of ElectrumX: 1 for a bad request, 2 for a refusal of the node. */
export class ElectrumError extends Error {
  override readonly name = 'ElectrumError';
  readonly code: number;
  /** Whether the connection ends after the answer. */
  readonly isFinal: boolean;

  constructor(code: number, message: string, isFinal = false) {
    super(message);
    this.code = code;
    this.isFinal = isFinal;
  }
}

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_ARGUMENTS = -32_602;
export const INTERNAL_ERROR = -32_603;
const BAD_REQUEST = 1;
const DAEMON_ERROR = 2;

/** A request that the server refuses. */
export function badRequest(message: string): ElectrumError {
  return new ElectrumError(BAD_REQUEST, message);
}

/** A refusal of the Bitcoin node. */
export function daemonError(message: string): ElectrumError {
  return new ElectrumError(DAEMON_ERROR, `daemon error: ${message}`);
}
