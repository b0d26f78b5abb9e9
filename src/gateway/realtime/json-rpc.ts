import { toJson } from '../../base/json.js';
import { ownValue } from '../../base/own-value.js';
import type { ServeClient } from './client-socket.js';
import { readSubscription, type Topic } from './topics.js';
import type { Updates } from './updates.js';

/** Serves one client of the API's websocket: JSON-RPC 2.0 with `subscribe` and `unsubscribe`. */
export function serveJsonRpc(open: Parameters<ServeClient>[0], updates: Updates): void {
  const topics = new Set<Topic>();
  const leave = updates.add({
    wants: (topic) => topics.has(topic),
    send: (topic, subject, update) => write(textOf(topic, subject, update)),
  });
  const { write } = open({
    onClose: leave,
    onMessage(text) {
      const request = parse(text);
      const answers = [request].flat().flatMap((one) => answer(one, topics) ?? []);
      if (answers.length > 0) write(toJson(Array.isArray(request) ? answers : (answers[0] ?? {})));
    },
  });
}

/** The texts of updates by topic: they are the same for all clients. */
const texts = new WeakMap<object, Map<Topic, Buffer>>();

function textOf(topic: Topic, subject: readonly string[], update: object): Buffer {
  const known = texts.get(update) ?? new Map<Topic, Buffer>();
  texts.set(update, known);
  const text =
    known.get(topic) ?? Buffer.from(toJson({ jsonrpc: '2.0', method: methodOf(topic), params: paramsOf(topic, subject, update) }));
  known.set(topic, text);
  return text;
}

const METHODS: Readonly<Record<string, string>> = {
  transaction: 'tx_update',
  'address-transaction': 'address_tx_update',
  'address-stx-balance': 'address_balance_update',
  'nft-event': 'nft_event',
  'nft-asset-event': 'nft_asset_event',
  'nft-collection-event': 'nft_collection_event',
};

function methodOf(topic: Topic): string {
  const name = topic.split(':')[0] ?? topic;
  return ownValue(METHODS, name) ?? name;
}

/** What concerns an address names it, and its transaction. */
function paramsOf(topic: Topic, [address]: readonly string[], update: object): object {
  if (topic.startsWith('address-stx-balance:')) return { address, ...update };
  if (!topic.startsWith('address-transaction:')) return update;
  const { tx_id, tx_status, tx_type } = (update as { tx: Record<'tx_id' | 'tx_status' | 'tx_type', unknown> }).tx;
  return { address, tx_id, tx_status, tx_type, ...update };
}

function answer(request: unknown, topics: Set<Topic>): object | undefined {
  const { id, method, params } = (typeof request === 'object' && request !== null ? request : {}) as Record<string, unknown>;
  const fail = (code: number, message: string, data?: string): object => ({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message, data },
  });
  if (request === undefined) return fail(-32700, 'Parse error');
  if (typeof method !== 'string') return fail(-32600, 'Invalid request');
  // A notification expects no response.
  if (id === undefined) return undefined;
  if (method !== 'subscribe' && method !== 'unsubscribe') return fail(-32601, 'Method not found');
  const found = readSubscription(typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {});
  if (typeof found === 'string') return fail(-32602, 'Invalid params', found);
  const { topic, result } = found;
  if (method === 'subscribe') topics.add(topic);
  else topics.delete(topic);
  return { jsonrpc: '2.0', id, result };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
