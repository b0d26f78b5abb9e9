import { DevnetError } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { field, type Json, readNumber, readObject, readText } from '../../../base/json.js';
import { ownValue } from '../../../base/own-value.js';
import type { StacksEvent } from '../receipt/node-receipt.js';

/** Kinds of assets: the API's name and the node's. */
const ASSETS: Readonly<Record<string, 'stx' | 'ft' | 'nft'>> = {
  stx_asset: 'stx',
  fungible_token_asset: 'ft',
  non_fungible_token_asset: 'nft',
};

/** Converts an event of the API to the node's format. @param txid with 0x @throws DevnetError RPC */
export function readApiEvent(value: Json, txid: string): StacksEvent {
  const event = readObject(value, 'event');
  const kind = readText(event, 'event_type');
  const [type, detail] = read(kind, event);
  return { txid, event_index: readNumber(event, 'event_index'), committed: true, type, [type]: detail };
}

function read(kind: string, event: object): [type: string, detail: object] {
  if (kind === 'smart_contract_log') {
    const log = readObject(field(event, 'contract_log'), 'contract_log');
    const raw = readText(readObject(field(log, 'value'), 'value'), 'hex');
    return ['contract_event', { contract_identifier: readText(log, 'contract_id'), topic: readText(log, 'topic'), raw_value: raw }];
  }
  if (kind === 'stx_lock') {
    const lock = readObject(field(event, 'stx_lock_event'), 'stx_lock_event');
    return [
      'stx_lock_event',
      {
        contract_identifier: field(lock, 'contract_name'),
        locked_address: readText(lock, 'locked_address'),
        locked_amount: readText(lock, 'locked_amount'),
        unlock_height: `${readNumber(lock, 'unlock_height')}`,
      },
    ];
  }
  const asset = ownValue(ASSETS, kind);
  if (asset === undefined) throw new DevnetError('RPC', `the node's answer is not understood: an event of type ${kind}`);
  return readAsset(asset, readObject(field(event, 'asset'), 'asset'));
}

function readAsset(kind: 'stx' | 'ft' | 'nft', asset: object): [type: string, detail: object] {
  const action = readText(asset, 'asset_event_type');
  const memo = field(asset, 'memo');
  const detail = {
    ...(kind !== 'stx' && { asset_identifier: readText(asset, 'asset_id') }),
    ...(kind === 'nft'
      ? { raw_value: readText(readObject(field(asset, 'value'), 'value'), 'hex') }
      : { amount: readText(asset, 'amount') }),
    ...(typeof memo === 'string' && { memo: without0x(memo) }),
    ...(action !== 'mint' && { sender: readText(asset, 'sender') }),
    ...(action !== 'burn' && { recipient: readText(asset, 'recipient') }),
  };
  return [`${kind}_${action}_event`, detail];
}
