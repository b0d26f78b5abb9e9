export const apiStatusAnswer = {
  type: 'object',
  description: 'The API and the end of the chain.',
  properties: {
    server_version: { type: 'string' },
    status: { const: 'ready' },
    chain_tip: {
      type: 'object',
      properties: {
        block_height: { type: 'integer' },
        block_hash: { type: 'string' },
        index_block_hash: { type: 'string' },
        burn_block_height: { type: 'integer' },
      },
      required: ['block_height', 'block_hash', 'index_block_hash', 'burn_block_height'],
    },
  },
  required: ['server_version', 'status'],
} as const;

export const blockTimesAnswer = {
  type: 'object',
  description: 'Seconds between Bitcoin blocks that the networks aim at.',
  properties: {
    mainnet: { type: 'object', properties: { target_block_time: { type: 'integer' } }, required: ['target_block_time'] },
    testnet: { type: 'object', properties: { target_block_time: { type: 'integer' } }, required: ['target_block_time'] },
  },
  required: ['mainnet', 'testnet'],
} as const;

export const principalParams = {
  type: 'object',
  properties: { principal: { type: 'string', description: 'a Stacks address or contract' } },
  required: ['principal'],
} as const;

export const noncesAnswer = {
  type: 'object',
  description: 'Nonces, transactions in the mempool included.',
  properties: {
    last_mempool_tx_nonce: { type: ['integer', 'null'] },
    last_executed_tx_nonce: { type: ['integer', 'null'] },
    possible_next_nonce: { type: 'integer' },
    detected_missing_nonces: { type: 'array', items: { type: 'integer' } },
    detected_mempool_nonces: { type: 'array', items: { type: 'integer' } },
  },
  required: [
    'last_mempool_tx_nonce',
    'last_executed_tx_nonce',
    'possible_next_nonce',
    'detected_missing_nonces',
    'detected_mempool_nonces',
  ],
} as const;

export const principalNoncesAnswer = {
  type: 'object',
  description: 'Nonces, transactions in the mempool included.',
  properties: {
    next_nonce: { type: 'integer' },
    last_confirmed_nonce: { type: ['integer', 'null'] },
    mempool: {
      type: 'object',
      properties: {
        last_nonce: { type: ['integer', 'null'] },
        pending_nonces: { type: 'array', items: { type: 'integer' } },
        missing_nonces: { type: 'array', items: { type: 'integer' } },
      },
      required: ['last_nonce', 'pending_nonces', 'missing_nonces'],
    },
  },
  required: ['next_nonce', 'last_confirmed_nonce', 'mempool'],
} as const;

const amount = { type: 'string', description: 'base units' } as const;

export const stxBalanceAnswer = {
  type: 'object',
  description: 'STX in micro-STX, locked ones included.',
  properties: {
    balance: amount,
    total_sent: amount,
    total_received: amount,
    total_fees_sent: amount,
    total_miner_rewards_received: amount,
    lock_tx_id: { type: 'string' },
    locked: amount,
    lock_height: { type: 'integer' },
    burnchain_lock_height: { type: 'integer' },
    burnchain_unlock_height: { type: 'integer' },
  },
  required: ['balance', 'total_sent', 'total_received', 'locked', 'burnchain_unlock_height'],
} as const;

const flow = { total_sent: amount, total_received: amount } as const;

export const balancesAnswer = {
  type: 'object',
  description: 'STX and tokens.',
  properties: {
    stx: stxBalanceAnswer,
    fungible_tokens: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { balance: amount, ...flow }, required: ['balance'] },
    },
    non_fungible_tokens: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { count: amount, ...flow }, required: ['count'] },
    },
  },
  required: ['stx', 'fungible_tokens', 'non_fungible_tokens'],
} as const;

export const transactionAnswer = {
  type: 'object',
  description: 'The transaction, mined, pending or dropped. The fields are those of the Stacks API.',
  properties: {
    tx_id: { type: 'string' },
    tx_status: {
      type: 'string',
      examples: ['pending', 'success', 'abort_by_response', 'abort_by_post_condition', 'dropped_replace_by_fee'],
    },
    tx_type: { type: 'string', examples: ['token_transfer', 'contract_call', 'smart_contract'] },
  },
  required: ['tx_id', 'tx_status', 'tx_type'],
  additionalProperties: true,
} as const;

/** The API's own shape of "not found", which clients of it know, and ours beside it. */
export const transactionMissing = {
  type: 'object',
  description: 'The transaction is unknown.',
  properties: {
    error: { type: 'string' },
    code: { const: 'NOT_FOUND' },
    message: { type: 'string' },
    statusCode: { const: 404 },
  },
  required: ['error', 'code', 'message', 'statusCode'],
} as const;

export const includeQuery = {
  type: 'object',
  properties: {
    include: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description: 'function_args, source_code, post_conditions, result: repeated, or with commas between',
    },
  },
} as const;

export const transactionV3Answer = {
  type: 'object',
  description: 'The transaction, mined, pending or dropped. The fields are those of the Stacks API.',
  properties: {
    tx_id: { type: 'string' },
    status: { type: 'string', examples: ['pending', 'success', 'abort_by_response', 'abort_by_post_condition', 'dropped_replace_by_fee'] },
    type: { type: 'string', examples: ['token_transfer', 'contract_call', 'smart_contract'] },
  },
  required: ['tx_id', 'status'],
  additionalProperties: true,
} as const;
