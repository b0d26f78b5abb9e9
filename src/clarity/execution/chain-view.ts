import type { State } from '../state/state.js';
import type { PrincipalValue, Value } from '../values/value.js';

/**
 * What a contract can see of both chains while a block is executed (`HeadersDB` and `BurnStateDB`, clarity/src/vm/database/clarity_db.rs).
 * Hashes are bytes in the order in which contracts see them, times are seconds since 1970.
 */
export type ChainView = {
  /** The Stacks height of the block. */
  readonly height: number;
  readonly tenureHeight: number;
  /** The burn height of the tip, or before epoch 3.0 that of the parent. */
  readonly burnHeight: number;
  /** The time of the block; undefined before epoch 3.3. */
  readonly time: number | undefined;
  /** Returns a block below this one. */
  block(height: number): BlockInfo | undefined;
  /** Returns the height at which a tenure began. */
  heightOfTenure(tenureHeight: number): number | undefined;
  /** Returns a burn block up to the tip. */
  burnBlock(height: number): BurnBlockInfo | undefined;
  /** Returns the state after a block below this one, and what contracts saw then: for `at-block`. @param hash the index block hash */
  at(hash: Uint8Array): { readonly state: State; readonly chain: ChainView } | undefined;
};

/** What contracts see that are deployed before the first block. */
export const BEFORE_ALL: ChainView = {
  height: 0,
  tenureHeight: 0,
  burnHeight: 0,
  time: undefined,
  block: () => undefined,
  heightOfTenure: () => undefined,
  burnBlock: () => undefined,
  at: () => undefined,
};

/** Returns a view of the past that has the burn chain of today: from epoch 3.0 on, `at-block` goes back on the Stacks chain alone. */
export function withBurnChainOf(now: ChainView, past: ChainView): ChainView {
  return {
    height: past.height,
    tenureHeight: past.tenureHeight,
    burnHeight: now.burnHeight,
    time: past.time,
    block: (height) => past.block(height),
    heightOfTenure: (tenureHeight) => past.heightOfTenure(tenureHeight),
    burnBlock: (height) => now.burnBlock(height),
    at: (hash) => past.at(hash),
  };
}

/** A Stacks block, and the tenure that it belongs to. */
export type BlockInfo = {
  readonly time: number;
  readonly headerHash: Uint8Array;
  readonly indexHash: Uint8Array;
  readonly burnHash: Uint8Array;
  readonly burnTime: number;
  readonly vrfSeed: Uint8Array;
  readonly miner: PrincipalValue;
  /** In sats. */
  readonly spentByWinner: bigint;
  readonly spentByAll: bigint;
  /** In micro-STX; may be undefined while it has not matured. */
  readonly reward: bigint | undefined;
};

export type BurnBlockInfo = {
  readonly hash: Uint8Array;
  /** Who got the PoX payout, as tuples `{ hashbytes, version }`, and how much each, in sats. */
  readonly pox: { readonly addresses: readonly Value[]; readonly payout: bigint } | undefined;
};
