import { invalid } from '../../base/error.js';
import { with0x } from '../../base/hex.js';
import { isPrincipal } from '../../stacks/api.js';

/**
 * The topics of subscriptions, by the names that Socket.IO clients use: `block`, `mempool`, `microblock` (none come),
 * `nft-event`, `transaction:<0xtxid>`, `address-transaction:<p>`, `address-stx-balance:<p>`,
 * `nft-asset-event:<id>+<value>`, `nft-collection-event:<id>`.
 */
export type Topic = string;

const TXID = /^0x[0-9a-f]{64}$/i;

/** @throws DevnetError INVALID_INPUT */
export function checkTopic(topic: string): Topic {
  if (['block', 'microblock', 'mempool', 'nft-event'].includes(topic)) return topic;
  const [, name = '', key = ''] = /^([a-z-]+):(.+)$/.exec(topic) ?? [];
  switch (name) {
    case 'transaction':
      if (TXID.test(with0x(key))) return `transaction:${with0x(key).toLowerCase()}`;
      break;
    case 'address-transaction':
    case 'address-stx-balance':
      if (isPrincipal(key)) return topic;
      throw invalid('principal', 'a Stacks address or contract', key);
    case 'nft-asset-event':
      if (/^[^+]+\+[^+]+$/.test(key) && isAsset(key.split('+')[0])) return topic;
      break;
    case 'nft-collection-event':
      if (isAsset(key)) return topic;
      break;
    default:
  }
  throw invalid('topic', 'something that can be subscribed to', topic);
}

/** Whether it is a contract and the name of a token. */
function isAsset(text = ''): boolean {
  const [contract = '', token = ''] = text.split('::');
  return token !== '' && isPrincipal(contract);
}

/** A JSON-RPC subscription: its topic, and the fields that the response must echo for the client to deliver updates. */
export type RpcSubscription = { topic: Topic; result: Record<string, string> };

/** @returns the subscription, or in the words of the Stacks API what is wrong with it */
export function readSubscription(params: Record<string, unknown>): RpcSubscription | string {
  const { event } = params;
  const text = (name: string): string => (typeof params[name] === 'string' ? params[name] : '');
  switch (event) {
    case 'block':
    case 'microblock':
    case 'mempool':
      return { topic: event, result: {} };
    case 'nft_event':
      return { topic: 'nft-event', result: {} };
    case 'tx_update': {
      const txid = with0x(text('tx_id')).toLowerCase();
      return TXID.test(txid) ? { topic: `transaction:${txid}`, result: { tx_id: txid } } : 'invalid tx_id';
    }
    case 'address_tx_update':
    case 'address_balance_update': {
      const address = text('address');
      const name = event === 'address_tx_update' ? 'address-transaction' : 'address-stx-balance';
      return isPrincipal(address) ? { topic: `${name}:${address}`, result: { address } } : 'invalid address';
    }
    case 'nft_asset_event': {
      const result = { asset_identifier: text('asset_identifier'), value: text('value') };
      return { topic: `nft-asset-event:${result.asset_identifier}+${result.value}`, result };
    }
    case 'nft_collection_event': {
      const result = { asset_identifier: text('asset_identifier') };
      return { topic: `nft-collection-event:${result.asset_identifier}`, result };
    }
    default: {
      const problem = 'subscription requests must include an event name';
      return event === undefined || event === '' ? problem : 'subscription request must use a valid event name';
    }
  }
}
