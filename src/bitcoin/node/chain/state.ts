import { parseBlock } from '../../protocol/codec/block.js';
import type { BlockEntry, BlockRecord, HeaderEntry } from './block-entry.js';
import { recordBlock } from './block-record.js';
import type { Coin } from './coin.js';
import type { Coins } from './coins.js';
import { ForkMap } from './fork-map.js';
import { GENESIS_BLOCK } from './params.js';
import { blockEntry } from './placed-block.js';

/** The position of a transaction: in the last connected block that has it. */
export type TxLocation = { entry: BlockEntry; position: number };

/** `arrival` is the order in which early blocks came: a map has no order of its own. */
export type EarlyBlock = BlockRecord & { arrival: number };

/** The state of a chain. States share their immutable entries, so a fork of the maps is a snapshot. */
export type ChainState = {
  tip: BlockEntry;
  /** Unspent outputs at the tip by `outPointKey`. */
  coins: Coins;
  /** All blocks by hash. */
  blocks: ForkMap<BlockEntry>;
  /** The blocks without children, by hash. */
  leaves: ForkMap<BlockEntry>;
  /** Headers without their blocks, by hash. */
  headers: ForkMap<HeaderEntry>;
  /** Early blocks, by hash: only the header of the parent is known. */
  early: ForkMap<EarlyBlock>;
  /** Blocks that broke a rule or that `invalidateblock` named, by hash. Their descendants are invalid too. */
  failed: ForkMap<HeaderEntry>;
  /** By txid. */
  transactions: ForkMap<TxLocation>;
  /** By hash: the rank that `preciousblock` gave a block among those of equal work. Negative, so before all arrivals; lower is better. */
  precedence: ForkMap<number>;
  /** The number of blocks and headers so far. */
  arrivals: number;
};

/** Returns a chain with only the genesis block. Its coinbase cannot be spent, as in Core. */
export function genesisState(): ChainState {
  const tip = blockEntry(recordBlock(parseBlock(GENESIS_BLOCK)), undefined, 0);
  tip.undo = [];
  return stateAt(tip, () => new ForkMap<Coin>());
}

/** Returns a chain with only one block. @param coinsOf makes the coins of a tree with these transactions */
export function stateAt(tip: BlockEntry, coinsOf: (transactions: ChainState['transactions']) => Coins): ChainState {
  const transactions: ChainState['transactions'] = new ForkMap();
  const state: ChainState = {
    tip,
    coins: coinsOf(transactions),
    blocks: new ForkMap(),
    leaves: new ForkMap(),
    headers: new ForkMap(),
    early: new ForkMap(),
    failed: new ForkMap(),
    transactions,
    precedence: new ForkMap(),
    arrivals: 1,
  };
  state.blocks.set(tip.hash, tip);
  state.leaves.set(tip.hash, tip);
  return state;
}

export function forkState(state: ChainState): ChainState {
  const transactions = state.transactions.fork();
  return {
    tip: state.tip,
    coins: state.coins.fork(transactions),
    blocks: state.blocks.fork(),
    leaves: state.leaves.fork(),
    headers: state.headers.fork(),
    early: state.early.fork(),
    failed: state.failed.fork(),
    transactions,
    precedence: state.precedence.fork(),
    arrivals: state.arrivals,
  };
}
