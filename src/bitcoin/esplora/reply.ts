/** An answer over HTTP. */
export type EsploraReply = {
  status: number;
  type: 'text/plain' | 'application/json' | 'application/octet-stream';
  body: string | Uint8Array;
};

/** A refusal: the answer has the message as text. */
export class EsploraError extends Error {
  override readonly name = 'EsploraError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function text(body: string, status = 200): EsploraReply {
  return { status, type: 'text/plain', body };
}

export function json(body: unknown, status = 200): EsploraReply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

export function bytes(body: Uint8Array): EsploraReply {
  return { status: 200, type: 'application/octet-stream', body };
}
