import type { TypedEvent } from '../../protocol/receipt/typed-event.js';
import { showValue } from './clarity.js';
import { showMemo } from './memo.js';

const KINDS = {
  stx: 'stx_asset',
  ft: 'fungible_token_asset',
  nft: 'non_fungible_token_asset',
  lock: 'stx_lock',
  print: 'smart_contract_log',
} as const;

/** The name of an event's kind in v1 and v2. */
export function eventType({ kind }: Pick<TypedEvent, 'kind'>): string {
  return KINDS[kind];
}

/** An event in v1 and v2. @param index within its transaction */
export function showEvent(event: TypedEvent, index: number, txid: string): object {
  const head = { event_index: index, event_type: eventType(event), tx_id: txid };
  switch (event.kind) {
    case 'print':
      return { ...head, contract_log: { contract_id: event.contract, topic: event.topic, value: showValue(event.value) } };
    case 'lock': {
      const { amount, unlockHeight, address } = event;
      return { ...head, stx_lock_event: { locked_amount: `${amount}`, unlock_height: unlockHeight, locked_address: address } };
    }
    default:
      return { ...head, asset: showAsset(event) };
  }
}

function showAsset(event: Extract<TypedEvent, { action: string }>): object {
  const parties = { sender: event.sender ?? '', recipient: event.recipient ?? '' };
  const head = { asset_event_type: event.action };
  switch (event.kind) {
    case 'stx':
      return { ...head, ...parties, amount: `${event.amount}`, ...(event.memo !== undefined && { memo: event.memo }) };
    case 'ft':
      return { ...head, asset_id: event.asset, ...parties, amount: `${event.amount}` };
    case 'nft':
      return { ...head, asset_id: event.asset, ...parties, value: showValue(event.value) };
  }
}

/** An event in v3. @param index within its transaction */
export function showEventV3(event: TypedEvent, index: number): object {
  switch (event.kind) {
    case 'print': {
      const log = { contract_id: event.contract, topic: event.topic, value: showValue(event.value) };
      return { event_index: index, type: 'contract_log', contract_log: log };
    }
    case 'lock': {
      const lock = { amount: `${event.amount}`, unlock_bitcoin_height: event.unlockHeight, address: event.address };
      return { event_index: index, type: 'stx_lock', stx_lock: lock };
    }
    default: {
      const type = `${event.kind}_asset`;
      return { event_index: index, type, [type]: showAssetV3(event) };
    }
  }
}

function showAssetV3(event: Extract<TypedEvent, { action: string }>): object {
  const { action, sender, recipient } = event;
  const head = { type: action, ...(sender !== undefined && { sender }), ...(recipient !== undefined && { recipient }) };
  switch (event.kind) {
    case 'stx': {
      const amount = `${event.amount}`;
      return action === 'transfer'
        ? { ...head, amount, memo: event.memo === undefined ? null : showMemo(event.memo) }
        : { ...head, amount };
    }
    case 'ft':
      return { ...head, asset_identifier: event.asset, amount: `${event.amount}` };
    case 'nft':
      return { ...head, asset_identifier: event.asset, value: showValue(event.value) };
  }
}
