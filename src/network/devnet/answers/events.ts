import { BRIDGE_STATUSES } from '../../../sbtc/bridge.js';
import type { UnknownOutcome } from '../../../stacks/engine.js';
import type { DecodedReceipt } from '../../../stacks/receipt.js';
import type { DevnetEvent } from '../events/event.js';
import { miningAnswer } from './mining.js';
import { amount, height, text, texts } from './parts.js';
import { type Answer, typedAs } from './schema.js';

const count = { type: 'integer' } as const;
const reorg = { forkHeight: height, height, hash: text } as const;
const dropped = { txid: text, reason: text, replacedBy: text } as const;

function event<const Type extends string, const Fields extends object, const Name extends string & keyof Fields>(
  type: Type,
  properties: Fields,
  required: readonly Name[],
) {
  return { type: 'object', properties: { type: { enum: [type] }, ...properties }, required: ['type', ...required] } as const;
}

const schemas = {
  'bitcoin.block': event('bitcoin.block', { height, hash: text, txids: texts }, ['height', 'hash', 'txids']),
  'bitcoin.reorg': event('bitcoin.reorg', reorg, ['forkHeight', 'height', 'hash']),
  'bitcoin.tx': event('bitcoin.tx', { txid: text }, ['txid']),
  'bitcoin.dropped': event('bitcoin.dropped', dropped, ['txid', 'reason']),
  'stacks.block': event(
    'stacks.block',
    {
      height,
      hash: text,
      blockHash: text,
      parentHash: text,
      consensusHash: text,
      tenureHeight: count,
      burnHeight: height,
      burnHash: text,
      burnTime: count,
      time: count,
      minerTxid: text,
      rewards: {
        type: 'array',
        items: {
          type: 'object',
          properties: { recipient: text, coinbase: amount, amount },
          required: ['recipient', 'coinbase', 'amount'],
        },
      },
      chosen: {
        type: 'object',
        properties: {
          cycle: count,
          signers: {
            type: 'array',
            items: { type: 'object', properties: { key: text, stacked: amount, weight: count }, required: ['key', 'stacked', 'weight'] },
          },
        },
        required: ['cycle', 'signers'],
      },
      receipts: typedAs<DecodedReceipt[]>()({ type: 'array', items: { type: 'object' } }),
      unknownOutcomes: typedAs<UnknownOutcome[]>()({ type: 'array', items: { type: 'object' } }),
    },
    [...(['height', 'hash', 'blockHash', 'parentHash', 'consensusHash', 'burnHeight', 'burnHash', 'time', 'receipts'] as const)],
  ),
  'stacks.reorg': event('stacks.reorg', reorg, ['forkHeight', 'height', 'hash']),
  'stacks.tx': event('stacks.tx', { txid: text, rawTx: text }, ['txid', 'rawTx']),
  'stacks.dropped': event('stacks.dropped', { ...dropped, detail: text }, ['txid', 'reason']),
  'stacks.rejected': event('stacks.rejected', { txid: text, reason: text }, ['txid', 'reason']),
  'faucet.payment': event(
    'faucet.payment',
    { chain: { enum: ['bitcoin', 'stacks'] }, coin: { enum: ['btc', 'stx', 'sbtc'] }, txId: text, address: text, amount },
    ['chain', 'coin', 'txId', 'address', 'amount'],
  ),
  'sbtc.deposit': event(
    'sbtc.deposit',
    { txid: text, vout: count, amount, recipient: text, status: { enum: BRIDGE_STATUSES }, statusMessage: text },
    ['txid', 'vout', 'amount', 'recipient', 'status', 'statusMessage'],
  ),
  'sbtc.withdrawal': event(
    'sbtc.withdrawal',
    { requestId: text, amount, sender: text, status: { enum: BRIDGE_STATUSES }, statusMessage: text },
    ['requestId', 'amount', 'sender', 'status', 'statusMessage'],
  ),
  mining: event('mining', { modes: miningAnswer }, ['modes']),
  restored: event('restored', { id: text }, ['id']),
  stall: event('stall', { cause: text, remedy: text }, ['cause', 'remedy']),
} as const;

/** Every event by its type: the compiler rejects one without a schema, and a schema that differs from its event. */
export const eventSchemas: { readonly [Type in DevnetEvent['type']]: Described<Type> } = schemas;

/** The types of all events. */
export const eventTypes = Object.keys(eventSchemas) as DevnetEvent['type'][];

/** The schema of an event; never if its values are not those of the event. */
type Described<Type extends DevnetEvent['type']> = (typeof schemas)[Type] &
  Same<Answer<(typeof schemas)[Type]>, Extract<DevnetEvent, { type: Type }>>;

/** `unknown`, which any type has, if two types allow the same; otherwise a type that nothing has. */
type Same<A, B> = [A, B, Required<A>, Required<B>] extends [B, A, Required<B>, Required<A>] ? unknown : { differs: [A, B] };
