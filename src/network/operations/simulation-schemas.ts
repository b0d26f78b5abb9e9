const items = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;
const block = {
  type: 'object',
  properties: { height: { type: 'integer' }, burnHeight: { type: 'integer' } },
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

export const simulationsAnswer = {
  type: 'object',
  description: 'What each step did.',
  properties: {
    at: { ...block, description: 'the block whose state the steps began with' },
    steps: {
      ...items,
      description: 'with "type", and the fields of /v1/simulate and "changes", the difference of state; of mine "block", the tip after it',
    },
  },
  required: ['at', 'steps'],
} as const;
