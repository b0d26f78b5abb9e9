import { type Block, type BlockHeader, blockHash } from '../codec/block.js';
import { RejectError } from '../codec/error.js';
import { hashToHex } from '../codec/hex.js';
import { ancestorAt, type BlockEntry, type BlockRecord, blockEntry, forkPoint, isAncestor, recordBlock } from './block-entry.js';
import { type BlockContext, checkBlock, checkBlockHeader } from './check-block.js';
import type { Coin } from './coin.js';
import { connectBlock, disconnectBlock } from './connect-block.js';
import type { ScriptChecker } from './script-checker.js';
import { type ChainState, forkState, genesisState, type TxLocation } from './state.js';
import type { TxRecord } from './tx-record.js';

/** How the active chain moved: blocks left (highest first), then blocks joined (lowest first), above `fork`. */
export type ChainChange = { fork: BlockEntry; disconnected: BlockEntry[]; connected: BlockEntry[] };

/** The tree of blocks, its best chain and the coins at the tip. */
export type Chain = {
  tip(): BlockEntry;
  /** The active chain's block at a height; undefined above the tip. */
  at(height: number): BlockEntry | undefined;
  /** Any known block by display order hash. */
  block(hash: string): BlockEntry | undefined;
  isActive(entry: BlockEntry): boolean;
  /** Whether the block or one below it is known to be invalid. */
  isInvalid(entry: BlockEntry): boolean;
  /** An unspent output by `outPointKey`. */
  coin(key: string): Coin | undefined;
  /** All unspent outputs. */
  coins(): Iterable<[key: string, coin: Coin]>;
  coinCount(): number;
  transaction(txid: string): TxLocation | undefined;
  /** The blocks without children. */
  leaves(): Iterable<BlockEntry>;
  /** Whether `block` could follow the tip; its nonce need not be found yet. @throws RejectError */
  check(block: Block, records: TxRecord[]): void;
  /** Whether a header could be that of a block on top of a known one. @throws RejectError */
  checkHeader(header: BlockHeader): void;
  /**
   * Adds a block and follows the best chain.
   * @returns with `failure` set when the block got its place but could not be connected
   * @throws RejectError if it is refused before that; a block that only waits on a side branch is not
   */
  accept(block: Block, records?: TxRecord[]): { entry: BlockEntry; change: ChainChange; failure?: RejectError | undefined };
  /** Marks a block as invalid and follows the best chain without it. */
  invalidate(entry: BlockEntry): ChainChange;
  /** Prefers a block to others of equal work, as if it had arrived before them. */
  prefer(entry: BlockEntry): ChainChange;
  /** Forgets that a block, its ancestors and descendants were invalid and follows the best chain. */
  reconsider(entry: BlockEntry): ChainChange;
  snapshot(): ChainState;
  restore(state: ChainState): void;
};

export type ChainOptions = {
  scripts: ScriptChecker;
  /** The latest block time that the node's clock allows now. */
  maxBlockTime: () => number;
};

export function createChain({ scripts, maxBlockTime }: ChainOptions): Chain {
  let state = genesisState();
  /** Why blocks failed to connect, for the one who brought them. */
  const failures = new WeakMap<BlockEntry, RejectError>();

  const isActive = (entry: BlockEntry) => isAncestor(entry, state.tip);

  const isInvalid = (entry: BlockEntry) => lowestFailed(entry) !== undefined;

  /** The active chain is valid, so only the branch above it is looked at. */
  const lowestFailed = (entry: BlockEntry): BlockEntry | undefined => {
    if (state.failed.size === 0) return undefined;
    let lowest: BlockEntry | undefined;
    for (let at: BlockEntry | undefined = entry; at !== undefined && !isActive(at); at = at.parent) {
      if (state.failed.has(at.hash)) lowest = at;
    }
    return lowest;
  };

  /** @throws RejectError unless there is one that a block can follow */
  const parentOf = ({ previous }: BlockHeader): BlockEntry => {
    const parent = state.blocks.get(hashToHex(previous));
    if (parent === undefined) throw new RejectError('prev-blk-not-found');
    if (isInvalid(parent)) throw new RejectError('bad-prevblk');
    return parent;
  };

  const context = (parent: BlockEntry): BlockContext => ({ parent, maxTime: maxBlockTime() });

  /** Moves the tip to its child `entry`. @throws RejectError, with nothing changed */
  const connect = (entry: BlockEntry) => {
    const coins = state.coins.fork();
    const undo = connectBlock({ records: entry.records, parent: state.tip }, coins, scripts);
    entry.undo ??= undo;
    state.coins = coins;
    state.tip = entry;
    entry.records.forEach(({ txid }, position) => {
      state.transactions.set(txid, { entry, position });
    });
  };

  const disconnect = (): BlockEntry => {
    const left = state.tip;
    if (left.parent === undefined) throw new RangeError('the genesis block stays');
    disconnectBlock(left, state.coins);
    state.tip = left.parent;
    return left;
  };

  /** Of blocks of equal work the lowest is followed. */
  const rank = (entry: BlockEntry) => state.precedence.get(entry.hash) ?? entry.sequence;

  /** The valid block with the most work: on regtest every block is worth the same; the first seen of equals. */
  const best = (): BlockEntry => {
    let chosen = state.tip;
    for (const leaf of state.leaves.values()) {
      if (leaf.height < chosen.height) continue;
      const usable = lowestFailed(leaf)?.parent ?? leaf;
      if (usable.height > chosen.height || (usable.height === chosen.height && rank(usable) < rank(chosen))) chosen = usable;
    }
    return chosen;
  };

  /** Moves to the best chain, block by block; a block that turns out invalid is marked and the next best is tried. */
  const activate = (from: BlockEntry): ChainChange => {
    for (let target = best(); target !== state.tip; target = best()) {
      const fork = forkPoint(state.tip, target);
      while (state.tip !== fork) disconnect();
      while (state.tip !== target) {
        const next = ancestorAt(target, state.tip.height + 1);
        if (next === undefined) break;
        try {
          connect(next);
        } catch (error) {
          if (!(error instanceof RejectError)) throw error;
          state.failed.set(next.hash, next);
          failures.set(next, error);
          break;
        }
      }
    }
    return changeBetween(from, state.tip);
  };

  const add = (record: BlockRecord, parent: BlockEntry) => {
    const entry = blockEntry(record, parent, state.arrivals++);
    state.blocks.set(entry.hash, entry);
    state.leaves.delete(parent.hash);
    state.leaves.set(entry.hash, entry);
    return entry;
  };

  return {
    tip: () => state.tip,
    at: (height) => ancestorAt(state.tip, height),
    block: (hash) => state.blocks.get(hash),
    isActive,
    isInvalid,
    coin: (key) => state.coins.get(key),
    coins: () => state.coins.entries(),
    coinCount: () => state.coins.size,
    transaction: (txid) => state.transactions.get(txid),
    leaves: () => state.leaves.values(),
    check: (block, records) => {
      checkBlock(recordBlock(block, records), context(state.tip), false);
      connectBlock({ records, parent: state.tip }, state.coins.fork(), scripts);
    },
    checkHeader: (header) => {
      const known = state.blocks.get(hashToHex(blockHash(header)));
      if (known === undefined) return checkBlockHeader(header, context(parentOf(header)));
      if (isInvalid(known)) throw new RejectError('duplicate-invalid');
    },
    accept: (block, records) => {
      const record = recordBlock(block, records);
      const known = state.blocks.get(record.hash);
      if (known !== undefined) throw new RejectError(isInvalid(known) ? 'duplicate-invalid' : 'duplicate');
      const parent = parentOf(block.header);
      checkBlock(record, context(parent));
      const before = state.tip;
      const entry = add(record, parent);
      const change = activate(before);
      return { entry, change, failure: failures.get(entry) };
    },
    invalidate: (entry) => {
      const before = state.tip;
      if (entry.parent === undefined) return changeBetween(before, before);
      if (isActive(entry)) while (state.tip !== entry.parent) disconnect();
      state.failed.set(entry.hash, entry);
      return activate(before);
    },
    prefer: (entry) => {
      const before = state.tip;
      if (entry.height >= before.height) state.precedence.set(entry.hash, -1 - state.precedence.size);
      return activate(before);
    },
    reconsider: (entry) => {
      const before = state.tip;
      for (const failed of [...state.failed.values()]) {
        if (isAncestor(failed, entry) || isAncestor(entry, failed)) state.failed.delete(failed.hash);
      }
      return activate(before);
    },
    snapshot: () => forkState(state),
    restore: (snapshot) => {
      state = forkState(snapshot);
    },
  };
}

/** The difference of two tips. */
function changeBetween(from: BlockEntry, to: BlockEntry): ChainChange {
  const fork = forkPoint(from, to);
  return { fork, disconnected: pathDown(from, fork), connected: pathDown(to, fork).reverse() };
}

function pathDown(from: BlockEntry, to: BlockEntry): BlockEntry[] {
  const path: BlockEntry[] = [];
  for (let at: BlockEntry | undefined = from; at !== undefined && at !== to; at = at.parent) path.push(at);
  return path;
}
