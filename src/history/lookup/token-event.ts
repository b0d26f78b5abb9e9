import type { StacksEvent } from '../../chains/stacks/receipt/node-receipt.js';
import { with0x } from '../../hex.js';
import { field } from '../../json.js';

/** A movement of coins: a mint has no sender, a burn no recipient. */
type Movement = { action: 'transfer' | 'mint' | 'burn'; sender: string | undefined; recipient: string | undefined };

/** A committed event of a transaction. Amounts in the smallest unit; values are serialized Clarity values as hex with 0x. */
export type TypedEvent =
  | (Movement & { kind: 'stx'; amount: bigint; memo: string | undefined })
  | (Movement & { kind: 'ft'; asset: string; amount: bigint })
  | (Movement & { kind: 'nft'; asset: string; value: string })
  | { kind: 'lock'; address: string; amount: bigint; unlockHeight: number; contract: string }
  | { kind: 'print'; contract: string; topic: string; value: string };

/**
 * The events of a receipt in their order, counted from 0 within the transaction: nodes count within the block. An aborted transaction has
 * none.
 */
export function typedEvents(events: readonly StacksEvent[]): TypedEvent[] {
  return events
    .filter(({ committed }) => committed)
    .sort((a, b) => a.event_index - b.event_index)
    .flatMap((event) => typedEvent(event) ?? []);
}

function typedEvent(event: StacksEvent): TypedEvent | undefined {
  const detail = event[event.type];
  if (typeof detail !== 'object' || detail === null) return undefined;
  const text = (name: string): string => String(field(detail, name) ?? '');
  const optional = (name: string): string | undefined => {
    const value = field(detail, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (event.type === 'contract_event') {
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
  const [, kind, action] = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event.type) ?? [];
  if (kind === undefined) return undefined;
  const movement = { action: action as Movement['action'], sender: optional('sender'), recipient: optional('recipient') };
  if (kind === 'stx') {
    const memo = optional('memo');
    return { kind, ...movement, amount: BigInt(text('amount')), memo: memo === undefined ? undefined : with0x(memo) };
  }
  const asset = text('asset_identifier');
  if (kind === 'ft') return { kind, ...movement, asset, amount: BigInt(text('amount')) };
  return { kind: 'nft', ...movement, asset, value: with0x(text('raw_value')) };
}
