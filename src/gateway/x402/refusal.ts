/**
 * Why a payment is not accepted: the reasons of the x402 specification v2 and of the npm package x402-stacks. `asset_mismatch` and
 * `payment_expired` are for checks of the Stacks scheme that neither names.
 */
export const REFUSALS = [
  'invalid_x402_version',
  'unsupported_scheme',
  'invalid_network',
  'invalid_payment_requirements',
  'invalid_payload',
  'asset_mismatch',
  'recipient_mismatch',
  'sender_mismatch',
  'amount_insufficient',
  'payment_expired',
  'insufficient_funds',
  'invalid_transaction_state', // it was settled before, or its nonce is used
  'transaction_failed', // it aborts
  'transaction_pending', // it is not in a block by the deadline
  'transaction_not_found', // the node lost it
  'broadcast_failed',
] as const;
export type RefusalReason = (typeof REFUSALS)[number];

/** A payment that is not accepted. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  /** Who would pay, as far as that is known. */
  readonly payer: string | undefined;
  /** @param message for people */
  constructor(reason: RefusalReason, message: string, { payer, cause }: { payer?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.reason = reason;
    this.payer = payer;
  }
}
