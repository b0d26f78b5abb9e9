import type { PrincipalValue, Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';

/** A transaction whose form and signatures are valid. Amounts and fees are micro-STX. */
export type Transaction = {
  readonly origin: PrincipalValue;
  readonly nonce: bigint;
  /** Who pays the fee instead of the origin. */
  readonly sponsor?: { readonly principal: PrincipalValue; readonly nonce: bigint } | undefined;
  readonly fee: bigint;
  readonly payload: Payload;
  readonly postConditionMode: 'allow' | 'deny' | 'originator';
  readonly postConditions: readonly PostCondition[];
};

export type Payload =
  | { readonly type: 'transfer'; readonly recipient: PrincipalValue; readonly amount: bigint /** 34 bytes. */; readonly memo: Uint8Array }
  | { readonly type: 'call'; readonly contract: PrincipalValue; readonly fn: string; readonly args: readonly Value[] }
  | {
      readonly type: 'deploy';
      readonly name: string;
      readonly source: string;
      /** @default the epoch's */
      readonly version?: ClarityVersion | undefined;
    };

/**
 * A condition on what an account sends (`TransactionPostCondition`, stacks-codec/src/transaction.rs; SIP-005, SIP-040); `principal`
 * undefined means the origin. An asset is named `ST….contract::token`.
 */
export type PostCondition =
  | {
      readonly type: 'stx' | 'staking';
      readonly principal?: PrincipalValue | undefined;
      readonly code: FungibleCode;
      readonly amount: bigint;
    }
  | {
      readonly type: 'ft';
      readonly principal?: PrincipalValue | undefined;
      readonly asset: string;
      readonly code: FungibleCode;
      readonly amount: bigint;
    }
  | {
      readonly type: 'nft';
      readonly principal?: PrincipalValue | undefined;
      readonly asset: string;
      readonly code: NonFungibleCode;
      readonly value: Value;
    }
  | { readonly type: 'pox'; readonly principal?: PrincipalValue | undefined; readonly code: PoxCode };

export type FungibleCode = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export type NonFungibleCode = 'sent' | 'not-sent' | 'maybe-sent';
export type PoxCode = 'not-performed' | 'maybe-performed' | 'performed';
