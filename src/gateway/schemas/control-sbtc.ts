import { MODES, RANGES } from '../../sbtc/bridge/settings.js';
import { BRIDGE_STATUSES } from '../../sbtc/bridge/types.js';

const sats = { type: 'string', pattern: '^[0-9]{1,30}$', description: 'sats as decimal digits' } as const;
const positive = { type: 'string', pattern: '^[1-9][0-9]{0,18}$', description: 'sats above 0 as decimal digits' } as const;
const limit = { type: ['string', 'null'], pattern: '^[0-9]{1,30}$', description: 'sats as decimal digits, or null for no limit' } as const;
const timeoutMs = { type: 'integer', minimum: 0, maximum: 2_147_483_647, description: 'a whole number of milliseconds' } as const;
const wait = { type: 'boolean', description: 'whether to answer after it is confirmed; it does without' } as const;
const count = (name: keyof typeof RANGES) => {
  const [minimum, maximum] = RANGES[name];
  return { type: 'integer', minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` } as const;
};

const limits = {
  pegCap: limit,
  perDepositMinimum: limit,
  perDepositCap: limit,
  perWithdrawalCap: limit,
  rollingWithdrawalBlocks: { type: ['integer', 'null'], minimum: 1, maximum: 100_000, description: 'Bitcoin blocks, or null for no limit' },
  rollingWithdrawalCap: limit,
} as const;
const settings = {
  mode: { enum: MODES, description: 'auto or manual' },
  feeRate: count('feeRate'),
  depositConfirmations: count('depositConfirmations'),
  sweepConfirmations: count('sweepConfirmations'),
  withdrawalConfirmations: count('withdrawalConfirmations'),
  withdrawalExpiry: count('withdrawalExpiry'),
} as const;

export const bridgeBody = {
  type: 'object',
  description: 'a JSON object with settings of the bridge',
  properties: {
    ...settings,
    limits: { type: 'object', description: 'limits of the protocol', properties: limits, additionalProperties: false },
  },
  additionalProperties: false,
} as const;
export const bridgeAnswer = {
  type: 'object',
  description: 'How the bridge works.',
  properties: { ...settings, limits: { type: 'object', properties: limits, required: Object.keys(limits) } },
  required: [...Object.keys(settings), 'limits'],
} as const;

export const depositBody = {
  type: 'object',
  description: 'a JSON object with "recipient" and "amount"',
  properties: {
    recipient: { type: 'string', minLength: 1, description: 'the testnet principal that receives sBTC' },
    amount: { ...positive },
    maxFee: { ...sats },
    lockTime: { type: 'integer', minimum: 0, maximum: 65_535, description: 'a whole number of Bitcoin blocks up to 65535' },
    reclaimKey: { type: 'string', description: 'an x-only public key of 64 hex digits' },
    wait,
    timeoutMs,
  },
  required: ['recipient', 'amount'],
  additionalProperties: false,
} as const;
export const withdrawalBody = {
  type: 'object',
  description: 'a JSON object with "account" or "privateKey", "amount" and "address"',
  properties: {
    account: { type: 'string', description: 'the name of an account, whose sBTC it is' },
    privateKey: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}(?:01)?$',
      description: 'a private key of 64 hex digits instead of an account',
    },
    amount: { ...positive },
    address: { type: 'string', minLength: 1, description: 'the Bitcoin address to pay to' },
    maxFee: { ...sats },
    wait,
    timeoutMs,
  },
  required: ['amount', 'address'],
  additionalProperties: false,
} as const;

const status = { enum: BRIDGE_STATUSES, description: 'pending, accepted, confirmed, failed or rbf' } as const;
const fulfillment = {
  type: 'object',
  properties: {
    bitcoinTxid: { type: 'string' },
    bitcoinBlockHash: { type: 'string' },
    bitcoinBlockHeight: { type: 'integer' },
    stacksTxid: { type: 'string' },
    fee: sats,
  },
  required: ['bitcoinTxid', 'bitcoinBlockHash', 'bitcoinBlockHeight', 'fee'],
} as const;
export const depositAnswer = {
  type: 'object',
  description: 'A deposit.',
  properties: {
    txid: { type: 'string' },
    vout: { type: 'integer' },
    amount: sats,
    recipient: { type: 'string' },
    maxFee: sats,
    lockTime: { type: 'integer' },
    depositScript: { type: 'string' },
    reclaimScript: { type: 'string' },
    status,
    statusMessage: { type: 'string' },
    sweepTxid: { type: 'string' },
    fulfillment,
    replacedByTx: { type: 'string' },
  },
  required: ['txid', 'vout', 'amount', 'recipient', 'maxFee', 'lockTime', 'depositScript', 'reclaimScript', 'status', 'statusMessage'],
} as const;
export const withdrawalAnswer = {
  type: 'object',
  description: 'A withdrawal.',
  properties: {
    requestId: { type: 'string', description: 'its id as decimal digits' },
    amount: sats,
    maxFee: sats,
    sender: { type: 'string' },
    address: { type: 'string' },
    txid: { type: 'string' },
    status,
    statusMessage: { type: 'string' },
    sweepTxid: { type: 'string' },
    fulfillment,
  },
  required: ['requestId', 'amount', 'maxFee', 'sender', 'address', 'status', 'statusMessage'],
} as const;
export const depositsAnswer = {
  type: 'object',
  description: 'All deposits, oldest first.',
  properties: { deposits: { type: 'array', items: depositAnswer } },
  required: ['deposits'],
} as const;
export const withdrawalsAnswer = {
  type: 'object',
  description: 'All withdrawals by id.',
  properties: { withdrawals: { type: 'array', items: withdrawalAnswer } },
  required: ['withdrawals'],
} as const;

export const stepAnswer = {
  type: 'object',
  description: 'What the bridge did; null if nothing was due.',
  properties: { step: { type: ['object', 'null'], description: 'its type (sweep, mint or withdrawals), its txid, and what it concerns' } },
  required: ['step'],
} as const;
export const balanceAnswer = {
  type: 'object',
  description: 'What the principal can spend.',
  properties: { balance: sats },
  required: ['balance'],
} as const;

export const principalParams = { type: 'object', properties: { principal: { type: 'string' } }, required: ['principal'] } as const;
export const depositParams = {
  type: 'object',
  properties: {
    txid: { type: 'string', pattern: '^[0-9a-fA-F]{64}$', description: '64 hex digits' },
    vout: { type: 'string', pattern: '^[0-9]{1,10}$', description: 'the index of an output' },
  },
  required: ['txid', 'vout'],
} as const;
export const withdrawalParams = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,30}$', description: 'the id of a withdrawal' } },
  required: ['id'],
} as const;
export const statusQuery = {
  type: 'object',
  properties: {
    status,
    timeoutMs: { type: 'string', pattern: '^[0-9]{1,7}$', description: 'a whole number of milliseconds, at most 9999999' },
  },
} as const;
