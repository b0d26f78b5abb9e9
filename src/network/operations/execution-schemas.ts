import type { ProfileNode, TraceCall } from '../../clarity/trace.js';
import { STATUSES } from '../../stacks/receipt.js';
import { REPLAY_PARTS } from '../../stacks/replay.js';
import type { Simulation } from '../../stacks/trace.js';
import { height, text, texts } from '../devnet/answers/parts.js';
import { nested, type Schema, typedAs } from '../devnet/answers/schema.js';

/** A line or a column. */
const position = { type: 'integer', minimum: 1 } as const;
export const resultSchema = { type: 'object', properties: { hex: text, repr: text }, required: ['hex', 'repr'] } as const;
const place = { contract: text, line: position, column: position } as const;
const placeSchema = { type: 'object', properties: place, required: ['contract', 'line', 'column'] } as const;

export const failurePlaceSchema = {
  type: 'object',
  description: 'the expression that made it fail, and the functions that were running, outermost first',
  properties: { ...place, expression: text, stack: texts },
  required: ['contract', 'line', 'column', 'expression', 'stack'],
} as const;

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
        properties: {
          type: text,
          args: texts,
          at: placeSchema,
          callsBefore: { type: 'integer', description: 'how many of "calls" came before it' },
        },
        required: ['type', 'args', 'at', 'callsBefore'],
      },
    },
    at: { ...placeSchema, description: 'the expression that made the call; of the outermost call the definition of the function' },
    calls: {
      type: 'array',
      description: 'the calls that it made, each as this one',
      items: nested<TraceCall>((): Schema => callSchema),
    },
  },
  required: ['contract', 'args', 'events', 'at', 'calls'],
} as const;

const dimensions = {
  readCount: { type: 'integer' },
  readLength: { type: 'integer' },
  runtime: { type: 'integer' },
  writeCount: { type: 'integer' },
  writeLength: { type: 'integer' },
} as const;
export const costSchema = {
  type: 'object',
  properties: dimensions,
  required: ['readCount', 'readLength', 'runtime', 'writeCount', 'writeLength'],
} as const;
const rowCosts = {
  count: { type: 'integer', description: 'how often it was executed' },
  inclusive: { ...costSchema, description: 'with all that it called' },
  exclusive: {
    ...costSchema,
    description: 'itself; these of all functions, of all lines and of all nodes add up to the cost of the receipt',
  },
} as const;
const rowRequired = ['contract', 'count', 'inclusive', 'exclusive'] as const;

const trace = {
  call: callSchema,
  truncated: { type: 'boolean', const: true, description: 'whether calls or events are missing, because there were more than 10,000' },
} as const;
export const reasonSchema = { type: 'string', description: 'why it failed' } as const;

const profileFunction = {
  contract: text,
  function: { type: 'string', description: 'absent for the code that a deploy runs' },
} as const;

export const stacksBlockSchema = {
  type: 'object',
  properties: { height, hash: text, burnHeight: height },
  required: ['height', 'hash', 'burnHeight'],
} as const;

const nodeSchema = {
  type: 'object',
  description: 'the outermost function. Absent if no contract ran',
  properties: {
    ...profileFunction,
    line: { ...position, description: 'a line of the function; absent for the function itself' },
    ...rowCosts,
    nodes: {
      type: 'array',
      description: 'lines, and what they called, each as this one',
      items: nested<ProfileNode>((): Schema => nodeSchema),
    },
  },
  required: [...rowRequired, 'nodes'],
} as const;

/** What each function and line cost. */
const profileFields = {
  cost: { ...costSchema, description: 'that of the receipt' },
  functions: {
    type: 'array',
    items: {
      type: 'object',
      properties: { ...profileFunction, line: { ...position, description: 'the line of its definition' }, ...rowCosts },
      required: [...rowRequired],
    },
  },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        contract: text,
        line: { ...position, description: 'absent for the analysis of a deploy, and for a function that does not exist' },
        source: text,
        ...rowCosts,
      },
      required: [...rowRequired],
    },
  },
  root: nodeSchema,
  truncated: {
    type: 'boolean',
    const: true,
    description: 'whether costs are those of a node further up, because there are more than 10,000',
  },
} as const;

export const profileAnswer = {
  type: 'object',
  description: 'What each function and line of the transaction cost, the most expensive runtime first.',
  properties: {
    txid: text,
    status: { enum: [...STATUSES] },
    result: resultSchema,
    block: stacksBlockSchema,
    ...profileFields,
  },
  required: ['txid', 'status', 'result', 'block', 'cost', 'functions', 'lines'],
} as const;

export const traceAnswer = {
  type: 'object',
  description: 'What the transaction did, call by call.',
  properties: {
    txid: text,
    status: { enum: [...STATUSES] },
    result: resultSchema,
    reason: reasonSchema,
    origin: failurePlaceSchema,
    block: stacksBlockSchema,
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
    result: resultSchema,
    reason: reasonSchema,
    origin: failurePlaceSchema,
    // As the node reported them: their fields depend on their type.
    events: typedAs<Simulation['events']>()({ type: 'array', items: { type: 'object', additionalProperties: true } }),
    cost: costSchema,
    ...trace,
  },
  required: ['status', 'result', 'events', 'cost'],
} as const;

const differenceSchema = {
  type: 'object',
  properties: { part: { enum: [...REPLAY_PARTS] }, replayed: text, reported: text },
  required: ['part', 'replayed', 'reported'],
} as const;

export const replayAnswer = {
  type: 'object',
  description: 'What it did in the state of its block.',
  properties: {
    txid: text,
    ...simulateAnswer.properties,
    status: { enum: [...STATUSES] },
    block: stacksBlockSchema,
    profile: { type: 'object', properties: profileFields, required: ['cost', 'functions', 'lines'] },
    isEqual: { type: 'boolean', description: 'whether all that the network reported is equal' },
    differences: { type: 'array', items: differenceSchema },
    notReported: {
      type: 'array',
      items: { enum: [...REPLAY_PARTS] },
      description: 'what the network did not report, so that it is not compared',
    },
  },
  required: ['txid', 'status', 'result', 'block', 'events', 'cost', 'profile', 'isEqual', 'differences', 'notReported'],
} as const;
