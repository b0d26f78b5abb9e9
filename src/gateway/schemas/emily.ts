const hex = (description: string) => ({ type: 'string', description }) as const;
const page = {
  nextToken: { type: 'string', description: 'the nextToken of an earlier answer' },
  pageSize: { type: 'string', description: 'the largest number of items, 1 to 65535' },
} as const;

export const depositsQuery = {
  type: 'object',
  properties: {
    status: { enum: ['pending', 'accepted', 'confirmed', 'failed', 'rbf'], description: 'pending, accepted, confirmed, failed or rbf' },
    ...page,
  },
  required: ['status'],
} as const;
export const withdrawalsQuery = {
  type: 'object',
  properties: {
    status: { enum: ['pending', 'accepted', 'confirmed', 'failed'], description: 'pending, accepted, confirmed or failed' },
    ...page,
  },
  required: ['status'],
} as const;
export const pageQuery = { type: 'object', properties: page } as const;

export const announcementBody = {
  type: 'object',
  description: 'a JSON object with a deposit',
  properties: {
    bitcoinTxid: hex('the txid as hex'),
    bitcoinTxOutputIndex: { type: 'integer', minimum: 0, maximum: 4_294_967_295, description: 'the index of the output, a whole number' },
    reclaimScript: hex('the reclaim script as hex'),
    depositScript: hex('the deposit script as hex'),
    transactionHex: hex('the transaction as hex'),
  },
  required: ['bitcoinTxid', 'bitcoinTxOutputIndex', 'reclaimScript', 'depositScript', 'transactionHex'],
  // As Emily: clients may send fields of later versions.
  additionalProperties: true,
} as const;

const nullableAmount = { type: ['integer', 'null'] } as const;
const status = { type: 'string', description: 'pending, accepted (the sweep is broadcast), confirmed, failed or rbf' } as const;
const fulfillment = {
  type: 'object',
  properties: {
    BitcoinTxid: { type: 'string' },
    BitcoinTxIndex: { type: 'integer' },
    StacksTxid: { type: 'string' },
    BitcoinBlockHash: { type: 'string' },
    BitcoinBlockHeight: { type: 'integer' },
    BtcFee: { type: 'integer' },
  },
} as const;
const depositInfo = {
  bitcoinTxid: { type: 'string' },
  bitcoinTxOutputIndex: { type: 'integer' },
  recipient: hex('the serialized principal as hex'),
  amount: { type: 'integer' },
  lastUpdateHeight: { type: 'integer' },
  lastUpdateBlockHash: { type: 'string' },
  status,
  reclaimScript: { type: 'string' },
  depositScript: { type: 'string' },
} as const;
export const depositAnswer = {
  type: 'object',
  description: 'A deposit.',
  properties: {
    ...depositInfo,
    statusMessage: { type: 'string' },
    parameters: { type: 'object', properties: { maxFee: { type: 'integer' }, lockTime: { type: 'integer' } } },
    fulfillment,
    replacedByTx: { type: 'string' },
  },
} as const;
const nextToken = { type: ['string', 'null'], description: 'for the next page; null on the last one' } as const;
export const depositsAnswer = {
  type: 'object',
  description: 'Deposits.',
  properties: { nextToken, deposits: { type: 'array', items: { type: 'object', properties: depositInfo } } },
} as const;
export const transactionDepositsAnswer = {
  type: 'object',
  description: 'The deposits of a transaction.',
  properties: { nextToken, deposits: { type: 'array', items: depositAnswer } },
} as const;
const withdrawalInfo = {
  requestId: { type: 'integer' },
  stacksBlockHash: { type: 'string' },
  stacksBlockHeight: { type: 'integer' },
  recipient: hex('the output script as hex'),
  sender: { type: 'string' },
  amount: { type: 'integer' },
  lastUpdateHeight: { type: 'integer' },
  lastUpdateBlockHash: { type: 'string' },
  status,
  txid: { type: 'string' },
} as const;
export const withdrawalAnswer = {
  type: 'object',
  description: 'A withdrawal.',
  properties: {
    ...withdrawalInfo,
    statusMessage: { type: 'string' },
    parameters: { type: 'object', properties: { maxFee: { type: 'integer' } } },
    fulfillment,
    expectedFulfillmentInfo: { type: 'object', properties: { bitcoinBlockHeight: { type: 'integer' }, bitcoinTxid: { type: 'string' } } },
  },
} as const;
export const withdrawalsAnswer = {
  type: 'object',
  description: 'Withdrawals.',
  properties: { nextToken, withdrawals: { type: 'array', items: { type: 'object', properties: withdrawalInfo } } },
} as const;
const accountLimits = {
  pegCap: nullableAmount,
  perDepositMinimum: nullableAmount,
  perDepositCap: nullableAmount,
  perWithdrawalCap: nullableAmount,
  rollingWithdrawalBlocks: nullableAmount,
  rollingWithdrawalCap: nullableAmount,
  throttleModeInitiator: { type: ['string', 'null'] },
} as const;
export const accountLimitsAnswer = { type: 'object', description: 'Limits; null is none.', properties: accountLimits } as const;
export const limitsAnswer = {
  type: 'object',
  description: 'Limits; null is none.',
  properties: { ...accountLimits, availableToWithdraw: nullableAmount, accountCaps: { type: 'object' } },
} as const;
export const chainstateAnswer = {
  type: 'object',
  description: 'A Stacks block.',
  properties: { stacksBlockHeight: { type: 'integer' }, stacksBlockHash: { type: 'string' }, bitcoinBlockHeight: { type: 'integer' } },
} as const;
export const healthAnswer = { type: 'object', description: 'It answers.', properties: { version: { type: 'string' } } } as const;

/** The body of an error of the Emily API. */
const messageSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } as const;
const MEANING: Record<number, string> = {
  400: 'A parameter is missing or wrong.',
  403: 'This Emily API takes no statuses and limits.',
  404: 'There is no such thing.',
  413: 'The body is longer than this route takes.',
  501: 'The network has no sBTC.',
  503: 'A node is unreachable.',
};

export function messageResponses<const S extends number>(...statuses: S[]): Record<S, { description: string } & typeof messageSchema> {
  return Object.fromEntries(statuses.map((code) => [code, { ...messageSchema, description: MEANING[code] ?? 'Error' }])) as Record<
    S,
    { description: string } & typeof messageSchema
  >;
}
