import { STATUSES } from '../../chains/stacks/receipt/node-receipt.js';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const count = { type: 'integer', minimum: 1 } as const;
const result = { type: 'object', properties: { hex: text, repr: text }, required: ['hex', 'repr'] } as const;
const place = { contract: text, line: count, column: count } as const;
const placeSchema = { type: 'object', properties: place, required: ['contract', 'line', 'column'] } as const;

export const originSchema = {
  type: 'object',
  description: 'the expression that made it fail, and the functions that were running, outermost first',
  properties: { ...place, expression: text, stack: texts },
  required: ['contract', 'line', 'column', 'expression', 'stack'],
} as const;

/** Its calls have the same form: this serializer does not follow references to itself. */
const callSchema = {
  type: 'object',
  description: 'the outermost call; values are as Clarity writes them. Absent if no contract ran',
  properties: {
    contract: text,
    function: { type: 'string', description: 'absent for the code that a deploy runs' },
    args: texts,
    result: { type: 'string', description: 'absent if the call ended with an error instead of a value' },
    events: {
      type: 'array',
      description: 'what the function printed, transferred, minted or burned: the function of Clarity and its arguments',
      items: {
        type: 'object',
        properties: { type: text, args: texts, at: placeSchema },
        required: ['type', 'args', 'at'],
      },
    },
    at: { ...placeSchema, description: 'the expression that made the call; of the outermost call the definition of the function' },
    calls: {
      type: 'array',
      description: 'the calls that it made, each as this one',
      items: { type: 'object', additionalProperties: true },
    },
  },
  required: ['contract', 'args', 'events', 'at', 'calls'],
} as const;

const trace = {
  call: callSchema,
  truncated: { type: 'boolean', description: 'whether calls are missing, because there were more than 10,000' },
} as const;
const reason = { type: 'string', description: 'why it failed' } as const;

export const traceAnswer = {
  type: 'object',
  description: 'What the transaction did, call by call.',
  properties: {
    txid: text,
    status: { enum: [...STATUSES] },
    result,
    reason,
    origin: originSchema,
    block: {
      type: 'object',
      properties: { height: { type: 'integer' }, hash: text, burnHeight: { type: 'integer' } },
      required: ['height', 'hash', 'burnHeight'],
    },
    ...trace,
  },
  required: ['txid', 'status', 'result', 'block'],
} as const;

export const simulateBody = {
  type: 'object',
  description: 'a JSON object with "transaction", or with "sender", "contract" and "function"',
  properties: {
    sender: { type: 'string', description: 'the address of any account' },
    contract: { type: 'string', description: 'ST….name' },
    function: { type: 'string', description: 'the name of a public or read-only function' },
    args: { type: 'array', items: text, description: 'a list of serialized Clarity values as hex' },
    transaction: { type: 'string', description: 'a serialized transaction as hex; the embedded engine checks no signature or nonce' },
  },
  additionalProperties: false,
} as const;

export const simulateAnswer = {
  type: 'object',
  description: 'What it would do in the state of the tip.',
  properties: {
    status: { enum: [...STATUSES, 'rejected'], description: 'rejected: a node would never put it into a block' },
    result,
    reason,
    origin: originSchema,
    events: { type: 'array', items: { type: 'object', additionalProperties: true } },
    cost: {
      type: 'object',
      properties: {
        readCount: { type: 'integer' },
        readLength: { type: 'integer' },
        runtime: { type: 'integer' },
        writeCount: { type: 'integer' },
        writeLength: { type: 'integer' },
      },
      required: ['readCount', 'readLength', 'runtime', 'writeCount', 'writeLength'],
    },
    ...trace,
  },
  required: ['status', 'result', 'events', 'cost'],
} as const;
