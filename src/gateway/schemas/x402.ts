import { REFUSALS } from '../x402/refusal.js';

const text = { type: 'string' } as const;
const network = { type: 'string', description: 'CAIP-2', examples: ['stacks:2147483648'] } as const;
const reason = { enum: [...REFUSALS] } as const;

/** The facilitator checks it: an answer of x402 says what is wrong. */
export const paymentBody = {
  type: 'object',
  description: 'x402Version 2, paymentPayload with the signed transaction, and paymentRequirements',
  properties: {
    x402Version: { type: 'integer' },
    paymentPayload: { type: 'object', additionalProperties: true },
    paymentRequirements: { type: 'object', additionalProperties: true },
  },
  additionalProperties: true,
} as const;

export const supportedAnswer = {
  type: 'object',
  description: 'What the facilitator accepts.',
  properties: {
    kinds: {
      type: 'array',
      items: {
        type: 'object',
        properties: { x402Version: { type: 'integer' }, scheme: text, network },
        required: ['x402Version', 'scheme', 'network'],
      },
    },
    extensions: { type: 'array', items: text },
    signers: { type: 'object', additionalProperties: { type: 'array', items: text } },
  },
  required: ['kinds', 'extensions', 'signers'],
} as const;

export const verifyAnswer = {
  type: 'object',
  description: 'Whether the payment would be accepted.',
  properties: { isValid: { type: 'boolean' }, invalidReason: reason, invalidMessage: text, payer: text },
  required: ['isValid'],
} as const;

export const settleAnswer = {
  type: 'object',
  description: 'Whether the payment is in a block, and how often it was made: once.',
  properties: {
    success: { type: 'boolean' },
    errorReason: reason,
    errorMessage: text,
    payer: text,
    transaction: { type: 'string', description: 'the txid with 0x; empty if the transaction was not sent' },
    network,
    amount: { type: 'string', description: 'base units' },
    status: { const: 'confirmed' },
    tx_id: text,
    sender_address: text,
    recipient_address: text,
    block_height: { type: 'integer' },
  },
  required: ['success', 'transaction', 'network'],
} as const;
