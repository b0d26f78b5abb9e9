import type { PostCondition } from '../../protocol/codec/transaction/post-condition.js';
import { showValue } from './clarity.js';

const CODES: Record<PostCondition['code'], string> = {
  eq: 'sent_equal_to',
  gt: 'sent_greater_than',
  gte: 'sent_greater_than_or_equal_to',
  lt: 'sent_less_than',
  lte: 'sent_less_than_or_equal_to',
  sent: 'sent',
  'not-sent': 'not_sent',
  'maybe-sent': 'maybe_sent',
  'not-performed': 'not_performed',
  'maybe-performed': 'maybe_performed',
  performed: 'performed',
};

/** A post-condition in the shape of the API. */
export function showPostCondition(condition: PostCondition): object {
  const head = { principal: showPrincipal(condition.principal), condition_code: CODES[condition.code] };
  switch (condition.type) {
    case 'stx':
      return { type: 'stx', ...head, amount: `${condition.amount}` };
    case 'ft':
      return { type: 'fungible', ...head, amount: `${condition.amount}`, asset: showAsset(condition.asset) };
    case 'nft':
      return { type: 'non_fungible', ...head, asset: showAsset(condition.asset), asset_value: showValue(condition.assetId) };
    case 'staking':
      return { type: 'staking', ...head, amount: `${condition.amount}` };
    case 'pox':
      return { type: 'pox', ...head };
  }
}

function showPrincipal(principal: string | undefined): object {
  if (principal === undefined) return { type_id: 'principal_origin' };
  const [address, contract] = principal.split('.');
  return contract === undefined
    ? { type_id: 'principal_standard', address }
    : { type_id: 'principal_contract', address, contract_name: contract };
}

function showAsset(id: string): object {
  const [contract = '', asset] = id.split('::');
  const [address, name] = contract.split('.');
  return { asset_name: asset, contract_address: address, contract_name: name };
}
