/**
 * Why bytes could not be decoded, as stacks-core distinguishes it: `eof` when they end too early, `invalid` when they say
 * something that is not allowed; `message` is then the node's.
 */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  readonly kind: 'eof' | 'invalid';

  constructor(kind: 'eof' | 'invalid', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The error for bytes that are complete but not allowed. */
export function malformed(message: string): CodecError {
  return new CodecError('invalid', message);
}
