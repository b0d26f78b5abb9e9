/** An invalid transaction, block or script number. The message is bitcoind's. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * A well-formed transaction or block that violates a rule. `reason` is Core's reject string (`bad-txns-vin-empty`). The message appends
 * the detail after a comma, as `ValidationState::ToString` writes it.
 */
export class RejectError extends Error {
  override readonly name = 'RejectError';
  readonly reason: string;
  readonly detail: string | undefined;

  constructor(reason: string, detail?: string) {
    super(detail === undefined ? reason : `${reason}, ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}
