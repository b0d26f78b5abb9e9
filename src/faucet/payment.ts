import { DevnetError } from '../error.js';
import type { FaucetPayment } from './types.js';

/** The error of a wait that ended early, with the payment that is on its way all the same; any other error as it is. */
export function withPayment(error: unknown, { txId, txRaw, amount }: FaucetPayment): unknown {
  if (!(error instanceof DevnetError) || (error.code !== 'TIMEOUT' && error.code !== 'ABORTED')) return error;
  return new DevnetError(error.code, error.message, { lastSeen: error.lastSeen, payment: { txId, txRaw, amount }, cause: error.cause });
}
