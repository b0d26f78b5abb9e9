import { parseBlock } from '../../../chains/bitcoin/codec/block.js';
import { type BlockEntry, type BlockRecord, blockEntry, type HeaderEntry, recordBlock } from './block-entry.js';
import type { Coin } from './coin.js';
import { ForkMap } from './fork-map.js';
import { GENESIS_BLOCK } from './params.js';

/** Where a transaction is; of several blocks the one connected last. */
export type TxLocation = { entry: BlockEntry; position: number };

/** All that a chain knows. Entries are shared between states and never change, so a fork of the maps is a snapshot. */
export type ChainState = {
  tip: BlockEntry;
  /** Unspent outputs at the tip by `outPointKey`. */
  coins: ForkMap<Coin>;
  /** All blocks by hash. */
  blocks: ForkMap<BlockEntry>;
  /** The blocks without children, by hash. */
  leaves: ForkMap<BlockEntry>;
  /** Headers whose blocks have not come, by hash. */
  headers: ForkMap<HeaderEntry>;
  /** Blocks whose parents are known by their headers alone, by hash. */
  early: ForkMap<BlockRecord>;
  /** Blocks that broke a rule or were invalidated by hand, by hash; what is above them is invalid with them. */
  failed: ForkMap<HeaderEntry>;
  /** By txid. */
  transactions: ForkMap<TxLocation>;
  /** By hash: where `preciousblock` put a block among those of equal work, before all that arrived; lower is better. */
  precedence: ForkMap<number>;
  /** How many blocks have arrived. */
  arrivals: number;
};

/** A chain of the genesis block alone; its coinbase can never be spent, as in Core. */
export function genesisState(): ChainState {
  const tip = blockEntry(recordBlock(parseBlock(GENESIS_BLOCK)), undefined, 0);
  tip.undo = [];
  const state: ChainState = {
    tip,
    coins: new ForkMap(),
    blocks: new ForkMap(),
    leaves: new ForkMap(),
    headers: new ForkMap(),
    early: new ForkMap(),
    failed: new ForkMap(),
    transactions: new ForkMap(),
    precedence: new ForkMap(),
    arrivals: 1,
  };
  state.blocks.set(tip.hash, tip);
  state.leaves.set(tip.hash, tip);
  return state;
}

export function forkState(state: ChainState): ChainState {
  return {
    tip: state.tip,
    coins: state.coins.fork(),
    blocks: state.blocks.fork(),
    leaves: state.leaves.fork(),
    headers: state.headers.fork(),
    early: state.early.fork(),
    failed: state.failed.fork(),
    transactions: state.transactions.fork(),
    precedence: state.precedence.fork(),
    arrivals: state.arrivals,
  };
}
