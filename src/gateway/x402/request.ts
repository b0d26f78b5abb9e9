import { without0x } from '../../base/hex.js';
import { isHexBytes } from '../../base/hex-digits.js';
import { isRecord } from '../../base/json.js';
import { showValue } from '../../base/show-value.js';
import { Refusal } from './refusal.js';

/** What a resource costs (x402 v2, `PaymentRequirements`). */
export type PaymentRequirements = {
  amount: bigint;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Readonly<Record<string, unknown>>;
};

/** A payment, and what it has to be. */
export type PaymentRequest = { transaction: Buffer; requirements: PaymentRequirements };

const SCHEME = 'exact';
/** Used where requirements lack `maxTimeoutSeconds`: the default of x402-stacks. */
const DEFAULT_TIMEOUT_SECONDS = 300;

/**
 * Reads the body of `verify` and `settle` (x402 v2).
 * @param network of this facilitator, as CAIP-2 @throws Refusal
 */
export function readPaymentRequest(body: unknown, network: string): PaymentRequest {
  const request = objectOf(body, 'the body', 'invalid_payload');
  const payment = objectOf(request['paymentPayload'], 'paymentPayload', 'invalid_payload');
  const version = payment['x402Version'] ?? request['x402Version'];
  if (version !== 2 || (request['x402Version'] ?? 2) !== 2) {
    throw new Refusal('invalid_x402_version', `x402Version: expected 2, received ${showValue(version)}`);
  }
  const required = objectOf(request['paymentRequirements'], 'paymentRequirements', 'invalid_payment_requirements');
  // Without `accepted`, the client agrees to what the server requires.
  for (const [where, offer] of Object.entries({
    paymentRequirements: required,
    'paymentPayload.accepted': payment['accepted'] ?? required,
  })) {
    checkOffer(objectOf(offer, where, 'invalid_payload'), where, network);
  }
  return { transaction: readTransaction(payment['payload']), requirements: readRequirements(required) };
}

function checkOffer({ scheme, network: given }: Readonly<Record<string, unknown>>, where: string, network: string): void {
  if (scheme !== SCHEME) throw new Refusal('unsupported_scheme', `${where}.scheme: expected ${SCHEME}, received ${showValue(scheme)}`);
  if (given !== network) throw new Refusal('invalid_network', `${where}.network: expected ${network}, received ${showValue(given)}`);
}

function readRequirements(required: Readonly<Record<string, unknown>>): PaymentRequirements {
  const { amount, asset, payTo, maxTimeoutSeconds = DEFAULT_TIMEOUT_SECONDS, extra } = required;
  const wrong = (field: string, expected: string, value: unknown) =>
    new Refusal('invalid_payment_requirements', `paymentRequirements.${field}: expected ${expected}, received ${showValue(value)}`);
  if (typeof amount !== 'string' || !/^\d{1,39}$/.test(amount)) throw wrong('amount', 'base units as decimal digits', amount);
  if (typeof asset !== 'string' || asset === '') throw wrong('asset', 'an asset', asset);
  if (typeof payTo !== 'string' || payTo === '') throw wrong('payTo', 'a Stacks address', payTo);
  if (typeof maxTimeoutSeconds !== 'number' || !(maxTimeoutSeconds > 0)) {
    throw wrong('maxTimeoutSeconds', 'a number of seconds above 0', maxTimeoutSeconds);
  }
  return { amount: BigInt(amount), asset, payTo, maxTimeoutSeconds, extra: isRecord(extra) ? extra : {} };
}

/** `transaction` is the name of x402-stacks, `signedTransaction` that of the proposal. */
function readTransaction(payload: unknown): Buffer {
  const { transaction, signedTransaction } = objectOf(payload, 'paymentPayload.payload', 'invalid_payload');
  const text = transaction ?? signedTransaction;
  const hex = typeof text === 'string' ? without0x(text) : '';
  if (hex !== '' && isHexBytes(hex)) return Buffer.from(hex, 'hex');
  throw new Refusal(
    'invalid_payload',
    `paymentPayload.payload.transaction: expected a signed transaction as hex, received ${showValue(text)}`,
  );
}

function objectOf(value: unknown, where: string, reason: Refusal['reason']): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new Refusal(reason, `${where}: expected an object, received ${showValue(value)}`);
}
