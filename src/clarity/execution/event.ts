import type { PrincipalValue, Value } from '../values/value.js';

/**
 * What a transaction did, in the order in which it happened (`StacksTransactionEvent`, clarity/src/vm/events.rs). Amounts are micro-STX or
 * units of the token; an asset is named `ST….contract::token`.
 */
export type ContractEvent =
  | { readonly type: 'print'; readonly contract: PrincipalValue; readonly value: Value }
  | {
      readonly type: 'stx-transfer';
      readonly sender: PrincipalValue;
      readonly recipient: PrincipalValue;
      readonly amount: bigint;
      readonly memo: Uint8Array;
    }
  | { readonly type: 'stx-mint'; readonly recipient: PrincipalValue; readonly amount: bigint }
  | { readonly type: 'stx-burn'; readonly sender: PrincipalValue; readonly amount: bigint }
  | {
      readonly type: 'stx-lock';
      readonly locked: PrincipalValue;
      readonly amount: bigint;
      readonly unlockHeight: number;
      readonly contract: PrincipalValue;
    }
  | {
      readonly type: 'ft-transfer';
      readonly asset: string;
      readonly sender: PrincipalValue;
      readonly recipient: PrincipalValue;
      readonly amount: bigint;
    }
  | { readonly type: 'ft-mint'; readonly asset: string; readonly recipient: PrincipalValue; readonly amount: bigint }
  | { readonly type: 'ft-burn'; readonly asset: string; readonly sender: PrincipalValue; readonly amount: bigint }
  | {
      readonly type: 'nft-transfer';
      readonly asset: string;
      readonly sender: PrincipalValue;
      readonly recipient: PrincipalValue;
      readonly value: Value;
    }
  | { readonly type: 'nft-mint'; readonly asset: string; readonly recipient: PrincipalValue; readonly value: Value }
  | { readonly type: 'nft-burn'; readonly asset: string; readonly sender: PrincipalValue; readonly value: Value };
