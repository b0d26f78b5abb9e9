import { NODES } from '../../engines/faults.js';

const many = { type: 'integer', minimum: 1, maximum: 10_000, description: 'a whole number, 1 to 10000' } as const;
const txid = { type: 'string', pattern: '^(0x)?[0-9a-fA-F]{64}$', description: '64 hex digits, with or without 0x' } as const;
const sender = { type: 'string', description: 'the address of the account that signs' } as const;
const milliseconds = { type: 'integer', minimum: 0, maximum: 2_147_483_647, description: 'a whole number of milliseconds' } as const;
const forMs = { ...milliseconds, minimum: 1, description: 'when it ends by itself, in ms; by default with DELETE' } as const;

/** The body of a request that needs none. */
const optional = { type: ['object', 'null'], additionalProperties: false } as const;
const required = { type: 'object', additionalProperties: false } as const;

export const reorgBody = {
  ...required,
  description: 'a JSON object with "blocks", and with "without" for Bitcoin transactions that the new branch does not contain',
  properties: {
    blocks: { type: 'integer', minimum: 1, maximum: 100, description: 'a whole number, 1 to 100' },
    without: {
      description: 'a list of txids, or "all"',
      oneOf: [{ enum: ['all'] }, { type: 'array', items: txid }],
    },
  },
  required: ['blocks'],
} as const;

export const dropBody = {
  ...optional,
  description: 'a JSON object that selects transactions, or nothing for the next one',
  properties: { txid, sender, count: many },
} as const;

export const delayBody = {
  ...required,
  description: 'a JSON object with "blocks": after how many Bitcoin blocks the node gets the transaction',
  properties: { txid, sender, count: many, blocks: many },
  required: ['blocks'],
} as const;

export const emptyTenuresBody = {
  ...required,
  description: 'a JSON object with "tenures"',
  properties: { tenures: many },
  required: ['tenures'],
} as const;

export const noCommitsBody = {
  ...required,
  description: 'a JSON object with "blocks"',
  properties: { blocks: many },
  required: ['blocks'],
} as const;

export const silentSignerBody = {
  ...optional,
  description: 'a JSON object with "signer", or nothing for the first one',
  properties: { signer: { ...many, description: 'which signer, counted from 1' }, forMs },
} as const;

export const stoppedNodeBody = {
  ...required,
  description: 'a JSON object with "node"',
  properties: { node: { enum: NODES, description: '"bitcoin" or "stacks"' }, forMs },
  required: ['node'],
} as const;

export const rpcFaultsBody = {
  ...required,
  description: 'a JSON object that says how requests of clients fail',
  properties: {
    latencyMs: milliseconds,
    jitterMs: milliseconds,
    errorRate: { type: 'number', minimum: 0, maximum: 1, description: 'a number from 0 to 1' },
    statuses: {
      type: 'array',
      minItems: 1,
      items: { oneOf: [{ enum: ['disconnect'] }, { type: 'integer', minimum: 400, maximum: 599 }] },
      description: 'a list of HTTP statuses from 400 to 599, or "disconnect"',
    },
    lost: { enum: ['request', 'answer'], description: '"request" or "answer"' },
    path: { type: 'string', pattern: '^/', description: 'the beginning of a path, with its slash' },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295, description: 'a whole number, 0 to 4294967295' },
    forMs,
  },
} as const;
