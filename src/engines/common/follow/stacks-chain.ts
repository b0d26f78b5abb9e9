import { RecentMap } from '../../../base/storage.js';
import type { EngineEvent, StacksBlockEvent } from '../../../stacks/engine.js';
import { type BlockPayouts, withPayouts } from '../../../stacks/engine.js';
import { createNonceUses, type NonceUsesState } from './nonce-uses.js';

/** A Stacks block with the outcomes of its transactions. */
export type ObservedBlock = Omit<StacksBlockEvent, 'type'>;

/** A change of a Stacks chain or mempool, from an event observer or a poll. */
export type StacksChange =
  | { type: 'block'; block: ObservedBlock }
  | { type: 'payouts'; payouts: BlockPayouts }
  | Extract<EngineEvent, { type: 'stacks.tx' | 'stacks.dropped' }>;

/** The last known block of the Stacks chain. */
export type StacksTip = Pick<ObservedBlock, 'height' | 'hash' | 'burnHeight' | 'consensusHash'>;
/** The part of a snapshot that describes the chain. */
export type StacksChainState = {
  tip: StacksTip;
  hashes: readonly (readonly [height: number, hash: string])[];
  waiting: NonceUsesState;
  /** @default none, as in what other versions stored */
  payouts?: readonly BlockPayouts[] | undefined;
};

/** The state before the first block. */
export const EMPTY_CHAIN: StacksChainState = { tip: { height: 0, hash: '', burnHeight: 0, consensusHash: '' }, hashes: [], waiting: [] };

/** The known Stacks chain and mempool. Emits one event for each change. */
export type StacksChain = {
  tip(): StacksTip;
  /** The txids of pending transactions, with 0x. */
  waiting(): readonly string[];
  /** Whether a block belongs to the known part of the chain. */
  has(height: number, hash: string): boolean;
  /** The lowest known height; 0 without blocks. */
  oldest(): number;
  /** What the Bitcoin blocks of the chain pay, ascending, as far as an observer was told. */
  payouts(): readonly BlockPayouts[];
  /** Applies a change and emits its events. */
  apply(change: StacksChange): void;
  /** Moves the tip without block events. Emits a reorganization if the chain gets shorter. */
  jump(tip: StacksTip): void;
  state(): StacksChainState;
  restore(state: StacksChainState): void;
  /** Returns the blocks from genesis to the one at which recording ended; none if some are missing. */
  past(): ObservedBlock[];
  /** Continues the record after these blocks, which were there before. */
  resumePast(blocks: readonly ObservedBlock[]): void;
  /** Ends the record: later blocks have subscribers. */
  endPast(): void;
};

/** Number of blocks kept to find forks. */
const KEPT = 2_000;

/** @param emit called for each event, in order */
export function createStacksChain(emit: (event: EngineEvent) => void): StacksChain {
  let tip = EMPTY_CHAIN.tip;
  let hashes = new Map<number, string>();
  let pending = createNonceUses();
  /** Dropped because of a block. The node may say later that it dropped them. */
  const replaced = new RecentMap<true>(KEPT);
  let payouts: readonly BlockPayouts[] = [];
  let past: ObservedBlock[] = [];
  let recording = true;

  const record = (observed: ObservedBlock): void => {
    while ((past.at(-1)?.height ?? -1) >= observed.height) past.pop();
    const { length } = past;
    if (length === 0 ? observed.height === 0 : past[length - 1]?.height === observed.height - 1) past.push(observed);
  };
  const block = (observed: ObservedBlock): void => {
    const { height, hash, parentHash, burnHeight, receipts, unknownOutcomes } = observed;
    // The node repeats its genesis event at the start of Epoch 3.0, and a block's event after a restart.
    if (hashes.get(height) === hash || (height === 0 && past.length > 0)) return;
    if (recording) record(observed);
    if (height === 0) return;
    const forkHeight = tip.hash === '' || parentHash === tip.hash ? undefined : forkOf(height, parentHash);
    if (forkHeight !== undefined) {
      leaveAbove(forkHeight);
      emit({ type: 'stacks.reorg', forkHeight, height, hash });
    }
    hashes.set(height, hash);
    hashes.delete(height - KEPT);
    tip = { height, hash, burnHeight, consensusHash: observed.consensusHash };
    const impossible = pending.mined(height, [...receipts, ...(unknownOutcomes ?? [])]);
    for (const { txid } of receipts) replaced.delete(txid);
    emit({ type: 'stacks.block', ...observed });
    for (const { txid, replacedBy } of impossible) dropReplaced(txid, replacedBy);
  };
  const leaveAbove = (height: number): void => {
    for (const gone of [...hashes.keys()].filter((known) => known > height)) hashes.delete(gone);
    pending.leaveAbove(height);
  };
  const dropReplaced = (txid: string, replacedBy: string): void => {
    pending.remove(txid);
    if (replaced.get(txid) === true) return;
    replaced.set(txid, true);
    emit({ type: 'stacks.dropped', txid, reason: 'ReplaceByFee', replacedBy });
  };
  /** Returns the parent's height if the parent is a known block below the tip. */
  const forkOf = (height: number, parentHash: string): number | undefined =>
    hashes.get(height - 1) === parentHash && height - 1 < tip.height ? height - 1 : undefined;

  return {
    tip: () => tip,
    waiting: () => pending.waiting(),
    has: (height, hash) => hashes.get(height) === hash,
    oldest: () => [...hashes.keys()].reduce((lowest, height) => Math.min(lowest, height), tip.height),
    apply(change) {
      if (change.type === 'block') return block(change.block);
      if (change.type === 'payouts') {
        payouts = withPayouts(payouts, change.payouts);
        return;
      }
      if (change.type === 'stacks.tx') {
        const replacedBy = pending.add(change);
        replaced.delete(change.txid);
        emit(change);
        if (replacedBy !== undefined) dropReplaced(change.txid, replacedBy);
      } else {
        pending.remove(change.txid);
        if (replaced.get(change.txid) !== true) emit(change);
      }
    },
    jump(to) {
      const back = tip.hash !== '' && to.height <= tip.height && to.hash !== tip.hash;
      if (back) {
        leaveAbove(to.height);
        emit({ type: 'stacks.reorg', forkHeight: to.height, height: to.height, hash: to.hash });
      }
      hashes.set(to.height, to.hash);
      tip = to;
    },
    payouts: () => payouts,
    state: () => ({ tip, hashes: [...hashes], waiting: pending.state(), payouts }),
    restore(state) {
      tip = state.tip;
      hashes = new Map(state.hashes);
      pending = createNonceUses(state.waiting);
      payouts = state.payouts ?? [];
    },
    past: () => (past.at(-1)?.hash === tip.hash || !recording ? past : []),
    resumePast(blocks) {
      past = [...blocks];
    },
    endPast() {
      recording = false;
      if (past.at(-1)?.hash !== tip.hash) past = [];
    },
  };
}
