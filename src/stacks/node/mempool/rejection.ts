/** Why stacks-core's mempool refuses a transaction: `reason` and `reason_data` of the answer to `POST /v2/transactions`. */
export type Rejection = { reason: string; data?: Record<string, unknown> | undefined };

const U128_DIGITS = 32;

export function signatureValidation(message: string): Rejection {
  return { reason: 'SignatureValidation', data: { message } };
}

export function notEnoughFunds(expected: bigint, actual: bigint): Rejection {
  return { reason: 'NotEnoughFunds', data: { expected: hex128(expected), actual: hex128(actual) } };
}

/** Formats a u128 as the node's JSON does. */
export function hex128(value: bigint): string {
  return `0x${value.toString(16).padStart(U128_DIGITS, '0')}`;
}
