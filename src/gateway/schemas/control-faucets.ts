import { blockSchema } from './faucet.js';

export const faucetParams = { type: 'object', properties: { coin: { enum: ['btc', 'stx', 'sbtc'] } }, required: ['coin'] } as const;

export const controlPaymentBody = {
  type: 'object',
  description: 'a JSON object with "address"',
  properties: {
    address: { type: 'string', minLength: 1, description: 'a regtest Bitcoin address, or a testnet Stacks address or contract' },
    amount: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,38}$',
      description: 'base units, sats (BTC, sBTC) or micro-STX, as decimal digits; the configured amount without',
    },
    stacking: { type: 'boolean', description: 'STX only: what one solo stacker needs' },
    wait: { type: 'boolean', description: 'whether to answer after the block that holds the payment; it does without' },
    timeoutMs: { type: 'integer', minimum: 0, maximum: 2_147_483_647, description: 'a whole number of milliseconds' },
  },
  required: ['address'],
  additionalProperties: false,
} as const;

export const controlPaymentAnswer = {
  type: 'object',
  description: 'The payment was broadcast, and with `block` confirmed.',
  properties: {
    txId: { type: 'string', description: '64 hex digits, on Stacks with 0x' },
    txRaw: { type: 'string', description: 'the raw transaction as hex without 0x' },
    amount: { type: 'string', description: 'base units: sats (BTC, sBTC) or micro-STX', pattern: '^[0-9]+$' },
    block: blockSchema,
    lastSeen: { type: 'string', description: 'where the payment was when the deadline passed' },
    hint: { type: 'string', description: 'why no block came before the deadline, if that is known' },
  },
  required: ['txId', 'txRaw', 'amount'],
} as const;
