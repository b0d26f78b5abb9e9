import { DevnetError, messageOf } from '../../base/error.js';
import type { WalletName, WalletRequestError } from './types.js';

/** Codes of JSON-RPC 2.0 and SIP-030. */
export const RPC_CODE = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  addressMismatch: -32_001,
  accessDenied: -32_002,
} as const;

/** How the wallets report that the user closed the prompt: SIP-030 and Xverse have -32000, Leather has 4001. */
const REJECTION: Readonly<Record<WalletName, WalletRequestError>> = {
  leather: { code: 4001, message: 'User rejected the request' },
  xverse: { code: -32_000, message: 'User rejected the request' },
};

/** An error that a page gets. */
export class WalletError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'WalletError';
    this.code = code;
    this.data = data;
  }
}

/** The user closed the prompt. */
export function rejection(wallet: WalletName): WalletError {
  const { code, message } = REJECTION[wallet];
  return new WalletError(code, message);
}

/** A parameter is not what the method takes. */
export function invalidParam(name: string, expected: string, received: unknown): WalletError {
  const text = received === undefined ? 'nothing' : JSON.stringify(received);
  return new WalletError(RPC_CODE.invalidParams, `params.${name}: expected ${expected}, received ${text}`);
}

/** The account cannot pay. @param reason as the node names it */
export function noFunds(address: string): WalletError {
  return new WalletError(RPC_CODE.internal, `${address} has not enough funds`, { reason: 'NotEnoughFunds' });
}

/** Returns the JSON-RPC error of anything that was thrown. */
export function toRpcError(error: unknown): WalletRequestError {
  if (error instanceof WalletError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (error instanceof DevnetError) {
    const code = error.code === 'INVALID_INPUT' ? RPC_CODE.invalidParams : RPC_CODE.internal;
    const { message, reason } = error;
    return reason === undefined ? { code, message } : { code, message, data: { reason } };
  }
  return { code: RPC_CODE.internal, message: messageOf(error) };
}

/** The wallet cannot do this now. */
export function invalidRequest(message: string): WalletError {
  return new WalletError(RPC_CODE.invalidRequest, message);
}
