import { typeName } from './json/json.js';

/** The codes of bitcoind's `src/rpc/protocol.h` that this node uses. */
export const RPC_CODE = {
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  PARSE_ERROR: -32700,
  MISC_ERROR: -1,
  TYPE_ERROR: -3,
  WALLET_ERROR: -4,
  INVALID_ADDRESS_OR_KEY: -5,
  INSUFFICIENT_FUNDS: -6,
  INVALID_PARAMETER: -8,
  INVALID_LABEL_NAME: -11,
  KEYPOOL_RAN_OUT: -12,
  WALLET_UNLOCK_NEEDED: -13,
  WALLET_PASSPHRASE_INCORRECT: -14,
  WALLET_WRONG_ENC_STATE: -15,
  WALLET_ENCRYPTION_FAILED: -16,
  WALLET_NOT_FOUND: -18,
  WALLET_NOT_SPECIFIED: -19,
  WALLET_ALREADY_LOADED: -35,
  WALLET_ALREADY_EXISTS: -36,
  DATABASE_ERROR: -20,
  DESERIALIZATION_ERROR: -22,
  VERIFY_ERROR: -25,
  VERIFY_REJECTED: -26,
  VERIFY_ALREADY_IN_UTXO_SET: -27,
  METHOD_DEPRECATED: -32,
  NODE_ALREADY_ADDED: -23,
  NODE_NOT_ADDED: -24,
  NODE_NOT_CONNECTED: -29,
  INVALID_IP_OR_SUBNET: -30,
  IN_WARMUP: -28,
} as const;

/** The error of a method; `code` is one of {@link RPC_CODE}. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns Core's error for a value of the wrong JSON type. */
export function wrongType(value: unknown, expected: string): RpcError {
  return new RpcError(RPC_CODE.TYPE_ERROR, `JSON value of type ${typeName(value)} is not of expected type ${expected}`);
}
