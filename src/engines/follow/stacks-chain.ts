import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { EngineEvent, UnknownOutcome } from '../engine-event.js';

/** A Stacks block with the outcomes of its transactions. Stacks hashes have 0x; Bitcoin and consensus hashes have none. */
export type ObservedBlock = {
  height: number;
  /** The index block hash. */
  hash: string;
  blockHash: string;
  parentHash: string;
  consensusHash: string;
  burnHeight: number;
  burnHash: string;
  /** Seconds since 1970. Before Epoch 3.0 it is the time of the Bitcoin block. */
  time: number;
  receipts: StacksReceipt[];
  /** Transactions with an outcome that the node does not report. @default none */
  unknownOutcomes?: UnknownOutcome[] | undefined;
};

/** A change of a Stacks chain or mempool, from an event observer or a poll. */
export type StacksChange = { type: 'block'; block: ObservedBlock } | Extract<EngineEvent, { type: 'stacks.tx' | 'stacks.dropped' }>;

/** The last known block of the Stacks chain. */
export type StacksTip = Pick<ObservedBlock, 'height' | 'hash' | 'burnHeight' | 'consensusHash'>;
/** The part of a snapshot that describes the chain. */
export type StacksChainState = { tip: StacksTip; hashes: readonly (readonly [height: number, hash: string])[]; waiting: readonly string[] };

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
  /** Applies a change and emits its events. */
  apply(change: StacksChange): void;
  /** Moves the tip without block events. Emits a reorganization if the chain gets shorter. */
  jump(tip: StacksTip): void;
  state(): StacksChainState;
  restore(state: StacksChainState): void;
};

/** Number of blocks kept to find forks. */
const KEPT = 2_000;

/** @param emit called for each event, in order */
export function createStacksChain(emit: (event: EngineEvent) => void): StacksChain {
  let tip = EMPTY_CHAIN.tip;
  let hashes = new Map<number, string>();
  let waiting = new Set<string>();

  const block = (observed: ObservedBlock): void => {
    const { height, hash, parentHash, blockHash, burnHeight, burnHash, time, receipts, unknownOutcomes } = observed;
    // The node repeats its genesis event at the start of Epoch 3.0, and a block's event after a restart.
    if (height === 0 || hashes.get(height) === hash) return;
    const forkHeight = tip.hash === '' || parentHash === tip.hash ? undefined : forkOf(height, parentHash);
    if (forkHeight !== undefined) {
      for (const gone of [...hashes.keys()].filter((known) => known > forkHeight)) hashes.delete(gone);
      emit({ type: 'stacks.reorg', forkHeight, height, hash });
    }
    hashes.set(height, hash);
    hashes.delete(height - KEPT);
    tip = { height, hash, burnHeight, consensusHash: observed.consensusHash };
    for (const { txid } of [...receipts, ...(unknownOutcomes ?? [])]) waiting.delete(txid);
    emit({
      type: 'stacks.block',
      height,
      hash,
      blockHash,
      burnHeight,
      burnHash,
      time,
      receipts,
      ...(unknownOutcomes && { unknownOutcomes }),
    });
  };
  /** Returns the parent's height if the parent is a known block below the tip. */
  const forkOf = (height: number, parentHash: string): number | undefined =>
    hashes.get(height - 1) === parentHash && height - 1 < tip.height ? height - 1 : undefined;

  return {
    tip: () => tip,
    waiting: () => [...waiting],
    has: (height, hash) => hashes.get(height) === hash,
    oldest: () => [...hashes.keys()].reduce((lowest, height) => Math.min(lowest, height), tip.height),
    apply(change) {
      if (change.type === 'block') return block(change.block);
      if (change.type === 'stacks.tx') waiting.add(change.txid);
      else waiting.delete(change.txid);
      emit(change);
    },
    jump(to) {
      const back = tip.hash !== '' && to.height <= tip.height && to.hash !== tip.hash;
      if (back) {
        for (const gone of [...hashes.keys()].filter((known) => known > to.height)) hashes.delete(gone);
        emit({ type: 'stacks.reorg', forkHeight: to.height, height: to.height, hash: to.hash });
      }
      hashes.set(to.height, to.hash);
      tip = to;
    },
    state: () => ({ tip, hashes: [...hashes], waiting: [...waiting] }),
    restore(state) {
      tip = state.tip;
      hashes = new Map(state.hashes);
      waiting = new Set(state.waiting);
    },
  };
}
