import { DevnetError } from '../../base/error.js';
import type { FaucetPayment } from './types.js';

/** Adds the sent payment to the error of a wait that timed out or was aborted. Returns other errors unchanged. */
export function withPayment(error: unknown, { txId, txRaw, amount }: FaucetPayment): unknown {
  if (!(error instanceof DevnetError) || (error.code !== 'TIMEOUT' && error.code !== 'ABORTED')) return error;
  return new DevnetError(error.code, error.message, { lastSeen: error.lastSeen, payment: { txId, txRaw, amount }, cause: error.cause });
}
