import type { BitcoinTxReceipt } from '../../bitcoin/receipt.js';
import type { AnchoredReceipt, StacksTxReceipt } from '../../stacks/receipt.js';
import { STATUSES, UNKNOWN_PARTS } from '../../stacks/receipt.js';
import { height, text } from '../devnet/answers/parts.js';
import { typedAs } from '../devnet/answers/schema.js';
import { type Codec, json, jsonOf } from './codec.js';
import { costSchema, failurePlaceSchema, resultSchema, stacksBlockSchema } from './execution-schemas.js';

const confirmations = {
  type: 'integer',
  description: 'Bitcoin: blocks that confirm it; Stacks, if requested: Bitcoin blocks on top of the block of its tenure',
} as const;

const bitcoin = {
  type: 'object',
  description: 'The receipt of a Bitcoin transaction.',
  properties: {
    txid: text,
    block: { type: 'object', properties: { height, hash: text }, required: ['height', 'hash'] },
    confirmations,
  },
  required: ['txid', 'block', 'confirmations'],
} as const;

const stacks = {
  type: 'object',
  description: 'The receipt of a Stacks transaction.',
  properties: {
    txid: text,
    block: stacksBlockSchema,
    status: { enum: STATUSES },
    result: resultSchema,
    reason: { type: 'string', description: 'why it aborted' },
    origin: failurePlaceSchema,
    // As the node reported them: their fields depend on their type, which readers of an event check.
    events: typedAs<StacksTxReceipt['events']>()({ type: 'array', items: { type: 'object' } }),
    cost: costSchema,
    unknown: typedAs<readonly (typeof UNKNOWN_PARTS)[number][]>()({
      type: 'array',
      // A later version may know more of them.
      items: text,
      description: `parts that the nodes did not report: ${UNKNOWN_PARTS.join(', ')}; absent if they reported all`,
    }),
  },
  required: ['txid', 'block', 'status', 'result', 'events', 'cost'],
} as const;

const anchored = {
  ...stacks,
  properties: { ...stacks.properties, confirmations },
  required: [...stacks.required, 'confirmations'],
} as const;

const either = {
  type: 'object',
  description: 'The receipt of a transaction of either chain.',
  properties: {
    ...bitcoin.properties,
    ...stacks.properties,
    status: { enum: STATUSES, description: 'Stacks only, as all that follow' },
    block: { ...stacksBlockSchema, required: bitcoin.properties.block.required },
  },
  required: ['txid', 'block'],
} as const;

export const anyReceipt = jsonOf<BitcoinTxReceipt | StacksTxReceipt | AnchoredReceipt>(either);
export const bitcoinReceipt: Codec<BitcoinTxReceipt> = json(bitcoin);
export const stacksReceipt: Codec<StacksTxReceipt> = json(stacks);
export const anchoredReceipt: Codec<AnchoredReceipt> = json(anchored);
