/** The block that holds a payment or transaction. */
const blockSchema = {
  type: 'object',
  description: 'The block that holds it.',
  properties: {
    height: { type: 'integer' },
    hash: { type: 'string' },
    burnHeight: { type: 'integer', description: "the height of the Bitcoin block that a Stacks block's tenure belongs to" },
  },
  required: ['height', 'hash'],
} as const;

const lastSeen = { type: 'string', description: 'where the payment was when the deadline passed' } as const;
const wait = {
  type: 'boolean',
  description: 'Answer after the block that holds the payment. `Prefer: wait=<seconds>` does the same with a deadline of its own.',
} as const;

export const bitcoinAddress = { type: 'string', minLength: 1, description: 'a Bitcoin regtest address: m…, n…, 2… or bcrt1…' } as const;
export const stacksAddress = {
  type: 'string',
  minLength: 1,
  description: 'a testnet Stacks address (ST… or SN…) or a contract of one (ST….name)',
} as const;
const stacking = {
  type: 'boolean',
  description: 'Send what one solo stacker needs: the minimum of the proof of transfer and 20 %.',
} as const;
const amount = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^[1-9][0-9]{0,38}$',
  description: 'base units, sats (BTC, sBTC) or micro-STX, at most the configured amount, which is also the default',
} as const;

/** `Prefer: wait=<seconds>`, RFC 7240. */
export const preferHeader = {
  type: 'object',
  properties: {
    prefer: {
      type: 'string',
      description:
        '`wait=<seconds>`: answer after the block that holds the payment, or with 202 when so many seconds (at most 300) have passed.',
    },
  },
} as const;

/** The parameters of the faucets, which come in the query, as JSON or as a form. Version 3 takes the address from the body alone. */
export const bitcoinFaucetParameters = { type: 'object', properties: { address: bitcoinAddress, amount, wait } } as const;
export const stacksFaucetParameters = { type: 'object', properties: { address: stacksAddress, amount, stacking, wait } } as const;
export const sbtcFaucetParameters = { type: 'object', properties: { address: stacksAddress, amount, wait } } as const;
export const bitcoinFaucetQuery = { type: 'object', properties: { amount, wait } } as const;
export const stacksFaucetQuery = { type: 'object', properties: { amount, stacking, wait } } as const;

/** As the requested contract and, in its own casing, the public API answer. */
export const bitcoinFaucetAnswer = {
  type: 'object',
  description: 'The payment was broadcast, and with `block` confirmed.',
  properties: {
    success: { type: 'boolean', const: true },
    txId: { type: 'string', description: '64 hex digits without 0x' },
    txRaw: { type: 'string', description: 'the raw transaction as hex without 0x' },
    txid: { type: 'string', description: 'txId again, as the public API spells it' },
    raw_tx: { type: 'string', description: 'txRaw again, as the public API spells it' },
    block: blockSchema,
    lastSeen,
  },
  required: ['success', 'txId', 'txRaw', 'txid', 'raw_tx'],
} as const;

export const stacksFaucetAnswer = {
  type: 'object',
  description: 'The payment was broadcast, and with `block` confirmed.',
  properties: {
    success: { type: 'boolean', const: true },
    txId: { type: 'string', description: '0x and 64 hex digits' },
    txRaw: { type: 'string', description: 'the raw transaction as hex without 0x' },
    block: blockSchema,
    lastSeen,
  },
  required: ['success', 'txId', 'txRaw'],
} as const;

export const paymentAnswer = {
  type: 'object',
  description: 'The payment was broadcast, and with `block` confirmed.',
  properties: {
    transaction: {
      type: 'object',
      properties: {
        tx_id: { type: 'string', description: '0x and 64 hex digits on both chains' },
        chain: { enum: ['bitcoin', 'stacks'] },
      },
      required: ['tx_id', 'chain'],
    },
    amount: {
      type: 'object',
      description: 'base units: sats or micro-STX',
      properties: { btc: { type: 'string' }, stx: { type: 'string' } },
    },
    block: blockSchema,
    lastSeen,
  },
  required: ['transaction', 'amount'],
} as const;

/** The same answer at the deadline of a wait. */
export function unconfirmed<S extends object>(schema: S): S & { description: string } {
  return { ...schema, description: 'The deadline of the wait passed: the payment was broadcast but is in no block yet.' };
}
