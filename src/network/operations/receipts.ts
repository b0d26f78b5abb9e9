import type { BitcoinTxReceipt } from '../../bitcoin/receipt.js';
import type { AnchoredReceipt, StacksTxReceipt } from '../../stacks/receipt.js';
import { STATUSES } from '../../stacks/receipt.js';
import { height, text } from '../devnet/answers/parts.js';
import type { Schema } from '../devnet/answers/schema.js';
import { readAnchored, readBitcoinReceipt, readStacksReceipt } from '../devnet/connected/answers.js';
import { type Codec, jsonOf } from './codec.js';
import { failurePlaceSchema } from './execution-schemas.js';

const receipt = {
  type: 'object',
  description: 'The receipt of a transaction of either chain.',
  properties: {
    txid: { type: 'string' },
    block: {
      type: 'object',
      properties: { height, hash: text, burnHeight: height },
      required: ['height', 'hash'],
    },
    confirmations: {
      type: 'integer',
      description: 'Bitcoin: blocks that confirm it; Stacks, if requested: Bitcoin blocks on top of the block of its tenure',
    },
    status: { enum: [...STATUSES], description: 'Stacks only, as all that follow' },
    result: { type: 'object', properties: { hex: { type: 'string' }, repr: { type: 'string' } }, required: ['hex', 'repr'] },
    reason: { type: 'string', description: 'why it aborted' },
    origin: failurePlaceSchema,
    events: { type: 'array', items: { type: 'object' } },
    cost: { type: 'object' },
  },
  required: ['txid', 'block'],
} as const;

/** An answer whose fields a function reads. */
export const readBy = <T>(schema: Schema, decode: (body: object) => T): Codec<T> => ({ schema, decode });

export const anyReceipt = jsonOf<BitcoinTxReceipt | StacksTxReceipt | AnchoredReceipt>(receipt);
export const bitcoinReceipt = readBy<BitcoinTxReceipt>(receipt, readBitcoinReceipt);
export const stacksReceipt = readBy<StacksTxReceipt>(receipt, readStacksReceipt);
export const anchoredReceipt = readBy<AnchoredReceipt>(receipt, readAnchored);
