import { RejectError } from '../../protocol/codec/error.js';
import { ancestorAt, type BlockEntry, forkPoint } from './block-entry.js';
import { bestBlock } from './block-tree.js';
import type { Coin } from './coin.js';
import type { ChainState } from './state.js';
import { type BlockRules, connectBlock, connectValid, disconnectBlock } from './validation/connect-block.js';

/** The change of the active chain above `fork`: disconnected blocks (highest first), then connected blocks (lowest first). */
export type ChainChange = { fork: BlockEntry; disconnected: BlockEntry[]; connected: BlockEntry[] };

export type ActivateOptions = {
  rules: BlockRules;
  /** Called with each change, while its last block is the tip. */
  onChange(change: ChainChange): void;
  /** Called with each block that fails to connect. */
  onFailure(entry: BlockEntry, error: RejectError): void;
};

/**
 * Moves the tip to the best chain. Marks a block that fails to connect and tries the next best chain. As in Core, each block on top of more
 * work than the tip had is a change of its own (`ActivateBestChain`).
 */
export function activateBestChain(state: ChainState, { rules, onChange, onFailure }: ActivateOptions): void {
  let target = bestBlock(state);
  let before = state.tip;
  const report = () => {
    const change = changeBetween(before, state.tip);
    before = state.tip;
    if (change.disconnected.length + change.connected.length > 0) onChange(change);
  };
  while (state.tip !== target) {
    const fork = forkPoint(state.tip, target);
    while (state.tip !== fork) disconnectTip(state);
    while (state.tip !== target) {
      const next = ancestorAt(target, state.tip.height + 1);
      if (next === undefined) break;
      try {
        connectTip(state, next, rules);
      } catch (error) {
        if (!(error instanceof RejectError)) throw error;
        state.failed.set(next.hash, next);
        onFailure(next, error);
        target = bestBlock(state);
        break;
      }
      if (state.tip.height > before.height) report();
    }
  }
  report();
}

/** Moves the tip to its child `entry`. @throws RejectError, with the state unchanged */
function connectTip(state: ChainState, entry: BlockEntry, rules: BlockRules): void {
  const coins = state.coins.fork();
  const undo = connectBlock({ records: entry.records, parent: state.tip }, coins, rules);
  state.coins = coins;
  becomeTip(state, entry, undo);
}

/** Moves the tip to its child `entry`, which is known to be valid. */
export function connectValidTip(state: ChainState, entry: BlockEntry, grantHeight: number | undefined): void {
  becomeTip(state, entry, connectValid(entry.records, entry.height, state.coins, grantHeight));
}

function becomeTip(state: ChainState, entry: BlockEntry, undo: Coin[][]): void {
  entry.undo = undo;
  state.tip = entry;
  entry.records.forEach(({ txid }, position) => {
    state.transactions.set(txid, { entry, position });
  });
}

/** Moves the tip to its parent. @throws RangeError for the lowest block */
export function disconnectTip(state: ChainState): void {
  const { tip } = state;
  if (tip.parent === undefined) throw new RangeError('the lowest block cannot be disconnected');
  disconnectBlock(tip, state.coins);
  state.tip = tip.parent;
}

/** Returns the blocks between two tips. */
export function changeBetween(from: BlockEntry, to: BlockEntry): ChainChange {
  const fork = forkPoint(from, to);
  return { fork, disconnected: pathDown(from, fork), connected: pathDown(to, fork).reverse() };
}

function pathDown(from: BlockEntry, to: BlockEntry): BlockEntry[] {
  const path: BlockEntry[] = [];
  for (let at: BlockEntry | undefined = from; at !== undefined && at !== to; at = at.parent) path.push(at);
  return path;
}
