import { invalid } from '../../error.js';
import { with0x } from '../../hex.js';
import { checkPrincipal } from '../extended/check-principal.js';

/**
 * The topics of subscriptions, by the names that Socket.IO clients use: `block`, `mempool`, `microblock` (none come), `nft-event`,
 * `transaction:<0xtxid>`, `address-transaction:<p>`, `address-stx-balance:<p>`, `nft-asset-event:<id>+<value>`,
 * `nft-collection-event:<id>`.
 */
export type Topic = string;

/** @throws DevnetError INVALID_INPUT */
export function checkTopic(topic: string): Topic {
  if (['block', 'microblock', 'mempool', 'nft-event'].includes(topic)) return topic;
  const [, name = '', key = ''] = /^([a-z-]+):(.+)$/.exec(topic) ?? [];
  switch (name) {
    case 'transaction':
      if (/^0x[0-9a-f]{64}$/i.test(key)) return `transaction:${key.toLowerCase()}`;
      break;
    case 'address-transaction':
    case 'address-stx-balance':
      checkPrincipal(key);
      return topic;
    case 'nft-asset-event':
    case 'nft-collection-event':
      if (key.includes('::')) return topic;
      break;
    default:
  }
  throw invalid('topic', 'something that can be subscribed to', topic);
}

/** A JSON-RPC subscription: its topic, and the fields that the response must echo for the client to deliver updates. */
export type RpcSubscription = { topic: Topic; result: Record<string, string> };

/** @throws DevnetError INVALID_INPUT in the words of the Stacks API */
export function readSubscription(params: Record<string, unknown>): RpcSubscription {
  const text = (name: string): string => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw invalid(name, 'text', value);
    return value;
  };
  const { event } = params;
  if (typeof event !== 'string') throw invalid('event', 'the name of an event', event);
  switch (event) {
    case 'block':
    case 'microblock':
    case 'mempool':
      return { topic: event, result: {} };
    case 'nft_event':
      return { topic: 'nft-event', result: {} };
    case 'tx_update': {
      const txid = with0x(text('tx_id')).toLowerCase();
      return { topic: checkTopic(`transaction:${txid}`), result: { tx_id: txid } };
    }
    case 'address_tx_update':
      return { topic: checkTopic(`address-transaction:${text('address')}`), result: { address: text('address') } };
    case 'address_balance_update':
      return { topic: checkTopic(`address-stx-balance:${text('address')}`), result: { address: text('address') } };
    case 'nft_asset_event': {
      const result = { asset_identifier: text('asset_identifier'), value: text('value') };
      return { topic: checkTopic(`nft-asset-event:${result.asset_identifier}+${result.value}`), result };
    }
    case 'nft_collection_event':
      return {
        topic: checkTopic(`nft-collection-event:${text('asset_identifier')}`),
        result: { asset_identifier: text('asset_identifier') },
      };
    default:
      throw invalid('event', 'the name of an event that can be subscribed to', event);
  }
}
