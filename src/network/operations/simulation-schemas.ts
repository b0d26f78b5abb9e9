import type { StateDifference } from '../../stacks/trace.js';
import { height } from '../devnet/answers/parts.js';
import { typedAs } from '../devnet/answers/schema.js';
import { json, list, object, union } from './codec.js';
import { costSchema, reasonSchema, resultSchema, simulateAnswer } from './execution-schemas.js';

const items = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;
const block = {
  type: 'object',
  properties: { height, burnHeight: height },
  required: ['height', 'burnHeight'],
} as const;

export const simulationsBody = {
  type: 'object',
  description: 'a JSON object with "steps", and "at" and "overrides" if you like',
  properties: {
    at: { type: 'integer', minimum: 0, description: 'the Stacks height whose state the steps begin with; absent: the tip' },
    overrides: {
      ...items,
      description:
        'changes before the first step, by "type": stx-balance (principal, amount), nonce (principal, nonce), ' +
        'data-var (contract, name, value), map-entry (contract, map, key, value), contract-code (contract, source, clarityVersion), ' +
        'ft-balance (contract, token, principal, amount), nft-owner (contract, token, id, owner). ' +
        'Values are serialized as hex, amounts are decimal digits',
    },
    steps: {
      ...items,
      description:
        'by "type": call (sender, contract, function, args), transfer (sender, recipient, amount), ' +
        'deploy (sender, name, source, clarityVersion), transaction (transaction), ' +
        'evaluate (expression, contract, sender), mine (stacks or bitcoin)',
    },
  },
  required: ['steps'],
  additionalProperties: false,
} as const;

/** Their fields depend on their type. */
const changes = typedAs<StateDifference[]>()(items);

const executed = json({
  type: 'object',
  properties: { type: { enum: ['call', 'transfer', 'deploy', 'transaction'] }, ...simulateAnswer.properties, changes },
  required: ['type', ...simulateAnswer.required, 'changes'],
});

const evaluated = json({
  type: 'object',
  properties: {
    type: { enum: ['evaluate'] },
    status: { enum: ['success', 'failed'] },
    reason: reasonSchema,
    result: resultSchema,
    cost: costSchema,
  },
  required: ['type', 'status', 'result', 'cost'],
});

const mined = json({
  type: 'object',
  properties: { type: { enum: ['mine'] }, block, changes },
  required: ['type', 'block', 'changes'],
});

const step = union(
  'type',
  { call: executed, transfer: executed, deploy: executed, transaction: executed, evaluate: evaluated, mine: mined },
  'with "type". call, transfer, deploy and transaction: the fields of POST /devnet/v1/simulate, and "changes", the difference of state. ' +
    'evaluate: "status" (success or failed), "result", "cost", "reason". mine: "block", the tip after it, and "changes"',
);

export const simulationsAnswer = object(
  { at: json({ ...block, description: 'the block whose state the steps began with' }), steps: list(step) },
  'What each step did.',
);
