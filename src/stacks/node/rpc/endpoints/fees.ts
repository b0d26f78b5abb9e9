import { NODE_BODY_LIMIT } from '../../../body-limit.js';
import { parsePrefixedHex } from '../../../protocol/codec/hex.js';
import { ByteReader } from '../../../protocol/codec/reader.js';
import { readPayload } from '../../../protocol/codec/transaction/payload.js';
import { readValue } from '../../../protocol/codec/value.js';
import { type Answer, ok, undecodable } from '../answer.js';
import { isAbsent, isText, isWhole, parseFields } from '../json-body.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireJsonBody, requireNoBody } from '../request.js';
import { codecRpcError } from './transactions.js';

const MAX_U64 = 2 ** 64;
/** The mempool's minimum, in micro-STX. */
const FEE_PER_BYTE = 1;
/**
 * The shares of a block that a transaction takes are counted in ten thousandths, at least one of each of the five costs and of the length.
 */
const COST_DIMENSIONS = 5;
const SCALAR_PER_BYTE = 10_000 / (2 * 1024 * 1024);

/** `GET /v2/fees/transfer`: micro-STX per byte. */
export function getTransferFee(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  return ok(FEE_PER_BYTE);
}

/**
 * `POST /v2/fees/transaction`. A node learns from blocks. Here blocks are never full, so the estimate is always the minimum.
 */
export function postTransactionFee(_node: RpcNode, request: RpcRequest): Answer {
  requireJsonBody(request, 'FeeRateEstimate', NODE_BODY_LIMIT);
  const body = parseBody(request.body);
  const payload = parsePrefixedHex(body.payload);
  if (payload === undefined) throw undecodable('Bad hex string supplied for transaction payload');
  checkPayload(payload);
  const length = Math.max(body.length, payload.length);
  const scalar = COST_DIMENSIONS + Math.max(1, Math.floor(length * SCALAR_PER_BYTE));
  const estimation = { fee_rate: (length * FEE_PER_BYTE) / scalar, fee: length * FEE_PER_BYTE };
  return ok({
    estimated_cost: { write_length: 0, write_count: 0, read_length: 0, read_count: 0, runtime: 0 },
    estimated_cost_scalar: scalar,
    estimations: [estimation, estimation, estimation],
    cost_scalar_change_by_byte: SCALAR_PER_BYTE,
  });
}

function parseBody(body: Buffer): { payload: string; length: number } {
  const { transaction_payload: payload, estimated_len: length } = parseFields(body);
  if (!isText(payload)) throw undecodable('Failed to parse JSON body: transaction_payload must be text');
  if (isAbsent(length)) return { payload, length: 0 };
  if (!isWhole(length, MAX_U64)) throw undecodable('Failed to parse JSON body: estimated_len must be a number of bytes');
  return { payload, length };
}

function checkPayload(bytes: Buffer): void {
  const reader = new ByteReader(bytes);
  try {
    readPayload(reader, () => ({ value: readValue(reader), hex: '' }));
  } catch (error) {
    throw codecRpcError(error, (message) => `Failed to decode due to SIP-003 codec error: ${message}`);
  }
}
