import { without0x } from '../base/hex.js';
/** stacks-node's answer to `POST /v2/fees/transaction`. */
export type FeeEstimate = {
  estimated_cost: { write_length: number; write_count: number; read_length: number; read_count: number; runtime: number };
  estimated_cost_scalar: number;
  estimations: { fee_rate: number; fee: number }[];
  cost_scalar_change_by_byte: number;
};

/** The minimum size around a payload: version, chain id, one signature, anchor and post-condition modes. */
const ENVELOPE_BYTES = 115;
/** stacks-node's weight of a byte: its proportion resolution of 10,000 over the block limit of 2 MiB. */
const SCALAR_PER_BYTE = 10_000 / (2 * 1024 * 1024);

/**
 * The estimate that stands in for a node's `NoEstimateAvailable`: three times the least fee that a node takes, 1 micro-STX per
 * byte. A young chain has seen no fees that anything else could follow from.
 * @param requestBody `{transaction_payload, estimated_len?}` as the client sent it
 * @returns undefined when the node gave another answer than that, or the request cannot be read
 */
export function standInEstimate(requestBody: Buffer, answerBody: string): FeeEstimate | undefined {
  if (read(answerBody)['reason'] !== 'NoEstimateAvailable') return undefined;
  const request = read(requestBody.toString('utf8'));
  const payload = request['transaction_payload'];
  const estimated = request['estimated_len'];
  if (typeof payload !== 'string') return undefined;
  const smallest = without0x(payload).length / 2 + ENVELOPE_BYTES;
  const bytes = Math.max(smallest, typeof estimated === 'number' ? estimated : 0);
  const estimation = { fee_rate: 1, fee: bytes };
  return {
    estimated_cost: { write_length: 0, write_count: 0, read_length: 0, read_count: 0, runtime: 0 },
    estimated_cost_scalar: Math.ceil(bytes * SCALAR_PER_BYTE),
    estimations: [estimation, estimation, estimation],
    cost_scalar_change_by_byte: SCALAR_PER_BYTE,
  };
}

function read(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
