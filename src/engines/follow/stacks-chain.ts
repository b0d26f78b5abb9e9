import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { EngineEvent, UntoldTransaction } from '../engine.js';

/** A Stacks block and what became of its transactions. Hashes of Stacks have 0x, those of Bitcoin and of consensus have none. */
export type ObservedBlock = {
  height: number;
  /** The index block hash. */
  hash: string;
  blockHash: string;
  parentHash: string;
  consensusHash: string;
  burnHeight: number;
  burnHash: string;
  /** Seconds since 1970; of the Bitcoin block before Epoch 3.0. */
  time: number;
  receipts: StacksReceipt[];
  /** Those of which nobody tells what became of them. */
  untold?: UntoldTransaction[] | undefined;
};

/** What is heard of a Stacks chain and mempool. */
export type StacksNews = { type: 'block'; block: ObservedBlock } | Extract<EngineEvent, { type: 'stacks.tx' | 'stacks.dropped' }>;

/** Where the Stacks chain ends, as far as has been heard. */
export type StacksTip = Pick<ObservedBlock, 'height' | 'hash' | 'burnHeight' | 'consensusHash'>;
/** Kept with a snapshot. */
export type StacksChainState = { tip: StacksTip; hashes: readonly (readonly [height: number, hash: string])[]; waiting: readonly string[] };

/** Before the first block. */
export const NOTHING: StacksChainState = { tip: { height: 0, hash: '', burnHeight: 0, consensusHash: '' }, hashes: [], waiting: [] };

/** Follows the Stacks chain and mempool by what is heard of them, and tells each change once. */
export type StacksChain = {
  tip(): StacksTip;
  /** Txids with 0x of transactions that wait in the mempool. */
  waiting(): readonly string[];
  /** Whether a block is of the chain as far as it is remembered. */
  has(height: number, hash: string): boolean;
  /** The lowest height that is remembered; 0 without any. */
  oldest(): number;
  take(news: StacksNews): void;
  /** The chain now ends at a block that has been told already, or cannot be: nothing is told of those before it. */
  jump(tip: StacksTip): void;
  state(): StacksChainState;
  restore(state: StacksChainState): void;
};

/** Blocks remembered for the search of a fork. */
const REMEMBERED = 2_000;

/** @param emit called for each event, in order */
export function createStacksChain(emit: (event: EngineEvent) => void): StacksChain {
  let tip = NOTHING.tip;
  let hashes = new Map<number, string>();
  let waiting = new Set<string>();

  const block = (observed: ObservedBlock): void => {
    const { height, hash, parentHash, blockHash, burnHeight, burnHash, time, receipts, untold } = observed;
    // The node tells its genesis again when Epoch 3.0 begins, and a block again after a restart.
    if (height === 0 || hashes.get(height) === hash) return;
    const forkHeight = tip.hash === '' || parentHash === tip.hash ? undefined : forkOf(height, parentHash);
    if (forkHeight !== undefined) {
      for (const gone of [...hashes.keys()].filter((known) => known > forkHeight)) hashes.delete(gone);
      emit({ type: 'stacks.reorg', forkHeight, height, hash });
    }
    hashes.set(height, hash);
    hashes.delete(height - REMEMBERED);
    tip = { height, hash, burnHeight, consensusHash: observed.consensusHash };
    for (const { txid } of [...receipts, ...(untold ?? [])]) waiting.delete(txid);
    emit({ type: 'stacks.block', height, hash, blockHash, burnHeight, burnHash, time, receipts, ...(untold && { untold }) });
  };
  /** The height of the parent when it is a block of the chain known so far that is not its end. */
  const forkOf = (height: number, parentHash: string): number | undefined =>
    hashes.get(height - 1) === parentHash && height - 1 < tip.height ? height - 1 : undefined;

  return {
    tip: () => tip,
    waiting: () => [...waiting],
    has: (height, hash) => hashes.get(height) === hash,
    oldest: () => [...hashes.keys()].reduce((lowest, height) => Math.min(lowest, height), tip.height),
    take(news) {
      if (news.type === 'block') return block(news.block);
      if (news.type === 'stacks.tx') waiting.add(news.txid);
      else waiting.delete(news.txid);
      emit(news);
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
