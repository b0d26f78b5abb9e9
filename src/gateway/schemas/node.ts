/** The node's own answer to `GET /v2/info`, of which these fields are promised. */
export const infoAnswer = {
  type: 'object',
  description: "The node's answer, untouched.",
  properties: {
    peer_version: { type: 'integer' },
    pox_consensus: { type: 'string' },
    burn_block_height: { type: 'integer' },
    stable_pox_consensus: { type: 'string' },
    stable_burn_block_height: { type: 'integer' },
    server_version: { type: 'string' },
    network_id: { type: 'integer' },
    parent_network_id: { type: 'integer' },
    stacks_tip_height: { type: 'integer' },
    stacks_tip: { type: 'string' },
    stacks_tip_consensus_hash: { type: 'string' },
    unanchored_tip: { type: ['string', 'null'] },
    exit_at_block_height: { type: ['integer', 'null'] },
  },
  required: [
    'peer_version',
    'pox_consensus',
    'burn_block_height',
    'stable_pox_consensus',
    'stable_burn_block_height',
    'server_version',
    'network_id',
    'parent_network_id',
    'stacks_tip_height',
    'stacks_tip',
    'stacks_tip_consensus_hash',
    'unanchored_tip',
    'exit_at_block_height',
  ],
} as const;

export const feeRequest = {
  type: 'object',
  properties: {
    transaction_payload: { type: 'string', description: 'the serialized payload as hex' },
    estimated_len: { type: 'integer', description: 'bytes of the whole transaction' },
  },
  required: ['transaction_payload'],
} as const;

export const feeAnswer = {
  type: 'object',
  description: "The node's estimate, or the least fee that it takes (1 micro-STX per byte) when it has none yet.",
  properties: {
    estimated_cost: { type: 'object' },
    estimated_cost_scalar: { type: 'number' },
    estimations: {
      type: 'array',
      items: { type: 'object', properties: { fee_rate: { type: 'number' }, fee: { type: 'integer' } }, required: ['fee_rate', 'fee'] },
    },
    cost_scalar_change_by_byte: { type: 'number' },
  },
  required: ['estimations'],
} as const;

/** The node's error response: JSON or text. */
export const refusal = {
  description: "The node's refusal, untouched.",
  content: { 'application/json': { schema: {} }, 'text/plain': { schema: { type: 'string' } } },
} as const;
