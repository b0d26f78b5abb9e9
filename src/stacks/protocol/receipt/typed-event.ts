import { with0x } from '../../../base/hex.js';
import { field } from '../../../base/json.js';
import type { StacksEvent } from './node-receipt.js';

/** A movement of coins: a mint has no sender, a burn no recipient. */
type Movement = { action: 'transfer' | 'mint' | 'burn'; sender: string | undefined; recipient: string | undefined };

/** A committed event of a transaction. Amounts in the smallest unit; values are serialized Clarity values as hex with 0x. */
export type TypedEvent =
  | (Movement & { kind: 'stx'; amount: bigint; memo: string | undefined })
  | (Movement & { kind: 'ft'; asset: string; amount: bigint })
  | (Movement & { kind: 'nft'; asset: string; value: string })
  | { kind: 'lock'; address: string; amount: bigint; unlockHeight: number; contract: string }
  | { kind: 'print'; contract: string; topic: string; value: string };

/** Returns an event with its numbers, which nodes send as text. */
export function typedEvent(event: StacksEvent): TypedEvent {
  const { [event.type]: given } = event;
  const detail = typeof given === 'object' && given !== null ? given : {};
  const text = (name: string): string => String(field(detail, name) ?? '');
  const optional = (name: string): string | undefined => {
    const value = field(detail, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [, kind, action] = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event.type) ?? [];
  if (kind === undefined && event.type !== 'stx_lock_event') {
    // An event of a later node that this version does not know has no contract.
    return { kind: 'print', contract: text('contract_identifier'), topic: text('topic'), value: with0x(text('raw_value')) };
  }
  if (event.type === 'stx_lock_event') {
    return {
      kind: 'lock',
      address: text('locked_address'),
      amount: BigInt(text('locked_amount')),
      unlockHeight: Number(text('unlock_height')),
      contract: text('contract_identifier'),
    };
  }
  const movement = { action: action as Movement['action'], sender: optional('sender'), recipient: optional('recipient') };
  if (kind === 'stx') {
    const memo = optional('memo');
    return { kind, ...movement, amount: BigInt(text('amount')), memo: memo === undefined ? undefined : with0x(memo) };
  }
  const asset = text('asset_identifier');
  if (kind === 'ft') return { kind, ...movement, asset, amount: BigInt(text('amount')) };
  return { kind: 'nft', ...movement, asset, value: with0x(text('raw_value')) };
}
