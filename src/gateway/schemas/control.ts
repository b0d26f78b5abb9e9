import { STATUSES } from '../../chains/stacks/receipt/node-receipt.js';
import { height, miningModeSchema, text } from '../../devnet/answers/parts.js';
import { failurePlaceSchema } from './trace.js';

const blocks = { type: 'integer', minimum: 1, maximum: 10_000, description: 'a whole number, 1 to 10000' } as const;

export const mineBody = {
  type: 'object',
  description: 'a JSON object with exactly one of "bitcoin" and "stacks"',
  properties: { bitcoin: blocks, stacks: blocks },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

export const miningBody = {
  type: 'object',
  description: 'a JSON object with "bitcoin", "stacks" or both',
  properties: { bitcoin: miningModeSchema, stacks: miningModeSchema },
  additionalProperties: false,
  minProperties: 1,
} as const;

export const snapshotBody = {
  type: ['object', 'null'],
  description: 'a JSON object with "name" or without',
  properties: { name: { type: 'string', minLength: 1, maxLength: 200, description: 'text of 1 to 200 characters' } },
  additionalProperties: false,
} as const;

export const idParams = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;

export const txidParams = {
  type: 'object',
  properties: { txid: { type: 'string', pattern: '^(0x)?[0-9a-fA-F]{64}$', description: '64 hex digits, with or without 0x' } },
  required: ['txid'],
} as const;

export const waitForTxQuery = {
  type: 'object',
  properties: {
    timeoutMs: { type: 'string', pattern: '^(0|[1-9][0-9]{0,6})$', description: 'a whole number of milliseconds, at most 9999999' },
    chain: {
      enum: ['bitcoin', 'stacks'],
      description: 'the one chain to wait on; without it, the chain that gets the transaction',
    },
    confirmations: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,3}$',
      description:
        'with "chain": on Bitcoin how many blocks, its own included, are to confirm the transaction; ' +
        'on Stacks how many Bitcoin blocks are to be on top of the one that its tenure belongs to',
    },
  },
} as const;

export const receiptAnswer = {
  type: 'object',
  description: 'The receipt of a transaction of either chain.',
  properties: {
    txid: { type: 'string' },
    block: {
      type: 'object',
      properties: { height, hash: text, burnHeight: height },
      required: ['height', 'hash'],
    },
    confirmations: {
      type: 'integer',
      description: 'Bitcoin: blocks that confirm it; Stacks, if requested: Bitcoin blocks on top of the block of its tenure',
    },
    status: { enum: [...STATUSES], description: 'Stacks only, as all that follow' },
    result: { type: 'object', properties: { hex: { type: 'string' }, repr: { type: 'string' } }, required: ['hex', 'repr'] },
    reason: { type: 'string', description: 'why it aborted' },
    origin: failurePlaceSchema,
    events: { type: 'array', items: { type: 'object' } },
    cost: { type: 'object' },
  },
  required: ['txid', 'block'],
} as const;
