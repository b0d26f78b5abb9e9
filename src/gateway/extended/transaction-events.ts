import { ByteReader } from '../../chains/stacks/codec/reader.js';
import { repr } from '../../chains/stacks/codec/value/repr.js';
import { readValue } from '../../chains/stacks/codec/value/value-reader.js';
import type { StacksEvent } from '../../chains/stacks/receipt/node-receipt.js';
import { with0x, without0x } from '../../hex.js';
import { field } from '../../json.js';

const ASSETS: Record<string, string> = { stx: 'stx_asset', ft: 'fungible_token_asset', nft: 'non_fungible_token_asset' };

/** A node's event in the shape of the API. */
export function showEvent(event: StacksEvent): object {
  const detail = event[event.type];
  const get = (name: string): unknown => (typeof detail === 'object' && detail !== null ? field(detail, name) : undefined);
  const head = { event_index: event.event_index, tx_id: event.txid };
  if (event.type === 'contract_event') {
    const contractLog = { contract_id: get('contract_identifier'), topic: get('topic'), value: showValue(String(get('raw_value'))) };
    return { ...head, event_type: 'smart_contract_log', contract_log: contractLog };
  }
  if (event.type === 'stx_lock_event') {
    const lock = {
      locked_amount: get('locked_amount'),
      unlock_height: Number(get('unlock_height')),
      locked_address: get('locked_address'),
      contract_name: get('contract_identifier'),
    };
    return { ...head, event_type: 'stx_lock', stx_lock_event: lock };
  }
  const [, kind = '', action] = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event.type) ?? [];
  const asset = {
    asset_event_type: action,
    ...(kind !== 'stx' && { asset_id: get('asset_identifier') }),
    sender: get('sender') ?? '',
    recipient: get('recipient') ?? '',
    ...(kind === 'nft' ? { value: showValue(String(get('raw_value'))) } : { amount: get('amount') }),
    ...(typeof get('memo') === 'string' && { memo: with0x(String(get('memo'))) }),
  };
  return { ...head, event_type: ASSETS[kind] ?? event.type, asset };
}

/** A serialized Clarity value as hex and in words. */
export function showValue(hex: string): { hex: string; repr: string } {
  const bytes = Buffer.from(without0x(hex), 'hex');
  return { hex: with0x(hex), repr: repr(readValue(new ByteReader(bytes))) };
}
