import { hexOf } from '../bytes.js';
import type { ContractEvent } from '../execution/event.js';
import type { ClarityValue } from '../stacks-js.js';
import type { PrincipalValue } from '../values/value.js';
import { toClarityValue } from './value.js';

/**
 * What a transaction did (`StacksTransactionEvent`, clarity/src/vm/events.rs of stacks-core 4.0.2). Amounts are micro-STX or units of the
 * token, accounts and contracts are text, and an asset is named `ST….contract::token`.
 */
export type ClarityEvent =
  | { readonly type: 'print'; readonly contract: string; readonly value: ClarityValue }
  | {
      readonly type: 'stx-transfer';
      readonly sender: string;
      readonly recipient: string;
      readonly amount: bigint;
      /** Hex without 0x. */
      readonly memo: string;
    }
  | { readonly type: 'stx-mint'; readonly recipient: string; readonly amount: bigint }
  | { readonly type: 'stx-burn'; readonly sender: string; readonly amount: bigint }
  | {
      readonly type: 'stx-lock';
      readonly locked: string;
      readonly amount: bigint;
      /** The Bitcoin height from which the STX are free again. */
      readonly unlockHeight: number;
      readonly contract: string;
    }
  | {
      readonly type: 'ft-transfer';
      readonly asset: string;
      readonly sender: string;
      readonly recipient: string;
      readonly amount: bigint;
    }
  | { readonly type: 'ft-mint'; readonly asset: string; readonly recipient: string; readonly amount: bigint }
  | { readonly type: 'ft-burn'; readonly asset: string; readonly sender: string; readonly amount: bigint }
  | {
      readonly type: 'nft-transfer';
      readonly asset: string;
      readonly sender: string;
      readonly recipient: string;
      readonly value: ClarityValue;
    }
  | { readonly type: 'nft-mint'; readonly asset: string; readonly recipient: string; readonly value: ClarityValue }
  | { readonly type: 'nft-burn'; readonly asset: string; readonly sender: string; readonly value: ClarityValue };

/** The fields of events that are principals; another field of this kind is a value of Clarity. */
const PRINCIPALS = new Set(['contract', 'sender', 'recipient', 'locked']);

/** Returns an event with text and stacks.js values. */
export function toEvent(event: ContractEvent): ClarityEvent {
  const fields = Object.entries(event).map(([name, field]) => {
    if (PRINCIPALS.has(name)) return [name, (field as PrincipalValue).text];
    if (name === 'value') return [name, toClarityValue(field)];
    return [name, field instanceof Uint8Array ? hexOf(field) : field];
  });
  return Object.fromEntries(fields) as ClarityEvent;
}
