import { type Block, type BlockHeader, blockHash } from '../../../chains/bitcoin/codec/block.js';
import { RejectError } from '../../../chains/bitcoin/codec/error.js';
import { hashToHex } from '../../../chains/bitcoin/codec/hex.js';
import {
  ancestorAt,
  type BlockEntry,
  type BlockRecord,
  blockEntry,
  forkPoint,
  type HeaderEntry,
  headerEntry,
  isAncestor,
  recordBlock,
  type StoredBlock,
} from './block-entry.js';
import { checkContent, checkHeader, checkPlace, checkTemplate, checkWork, isMutation } from './check-block.js';
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
  /** A block that has come, even one that waits for the one it stands on. */
  stored(hash: string): StoredBlock | undefined;
  /** Any known header by display order hash, whether its block has come or not. */
  header(hash: string): HeaderEntry | undefined;
  /** The height of the best header that is not known to be invalid. */
  bestHeaderHeight(): number;
  isActive(entry: HeaderEntry): boolean;
  /** Whether the block or one below it is known to be invalid. */
  isInvalid(entry: HeaderEntry): boolean;
  /** An unspent output by `outPointKey`. */
  coin(key: string): Coin | undefined;
  /** All unspent outputs. */
  coins(): Iterable<[key: string, coin: Coin]>;
  coinCount(): number;
  transaction(txid: string): TxLocation | undefined;
  /** The headers without children, those whose blocks have come included. */
  leaves(): HeaderEntry[];
  /** Whether `block` could follow the tip; its nonce need not be found yet. @throws RejectError */
  check(block: Block, records: TxRecord[]): void;
  /** Keeps a header until its block comes; the chain does not move. @throws RejectError if its block could never be valid */
  acceptHeader(header: BlockHeader): void;
  /**
   * Adds a block and follows the best chain.
   * @returns with `failure` set when the block got its place but could not be connected
   * @throws RejectError if it is refused before that; a block that only waits on a side branch is not. One whose parent is known by its
   * header alone is kept until the parent comes, and told as `inconclusive`
   */
  accept(block: Block, records?: TxRecord[]): { entry: BlockEntry; change: ChainChange; failure?: RejectError | undefined };
  /** Marks a block as invalid and follows the best chain without it. */
  invalidate(entry: HeaderEntry): ChainChange;
  /** Prefers a block to others of equal work, as if it had arrived before them. */
  prefer(entry: HeaderEntry): ChainChange;
  /** Forgets that a block, its ancestors and descendants were invalid and follows the best chain. */
  reconsider(entry: HeaderEntry): ChainChange;
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

  const isActive = (entry: HeaderEntry) => isAncestor(entry, state.tip);

  const isInvalid = (entry: HeaderEntry) => lowestFailed(entry) !== undefined;

  /** The active chain is valid, so only the branch above it is looked at. */
  const lowestFailed = <T extends HeaderEntry>(entry: T): T | undefined => {
    if (state.failed.size === 0) return undefined;
    let lowest: HeaderEntry | undefined;
    for (let at: HeaderEntry | undefined = entry; at !== undefined && !isActive(at); at = at.parent) {
      if (state.failed.has(at.hash)) lowest = at;
    }
    return lowest as T | undefined;
  };

  const header = (hash: string): HeaderEntry | undefined => state.blocks.get(hash) ?? state.headers.get(hash);

  /** @throws RejectError unless what a block or header stands on is known, and valid */
  const usable = <T extends HeaderEntry>(parent: T | undefined): T => {
    if (parent === undefined) throw new RejectError('prev-blk-not-found');
    if (isInvalid(parent)) throw new RejectError('bad-prevblk');
    return parent;
  };

  const parentHash = ({ previous }: BlockHeader) => hashToHex(previous);

  const context = <T extends HeaderEntry>(parent: T) => ({ parent, maxTime: maxBlockTime() });

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
    state.headers.delete(entry.hash);
    moveHeaders(entry);
    for (const child of [...state.early.values()].filter(({ block }) => parentHash(block.header) === entry.hash)) {
      state.early.delete(child.hash);
      add(child, entry);
    }
    return entry;
  };

  /** @throws RejectError when a header cannot stand on its parent */
  const keepHeader = (given: BlockHeader, parent: HeaderEntry): HeaderEntry => {
    checkHeader(given, context(parent));
    const entry = headerEntry(given, parent, state.arrivals++);
    state.headers.set(entry.hash, entry);
    return entry;
  };

  /** Lets the headers above an entry that takes the place of another one stand on it. */
  const moveHeaders = (entry: HeaderEntry) => {
    const waiting = [...state.headers.values()].filter(({ parent }) => parent?.hash === entry.hash);
    for (const each of waiting) {
      const moved = headerEntry(each.header, entry, each.sequence);
      state.headers.set(moved.hash, moved);
      moveHeaders(moved);
    }
  };

  /** The headers that no other one stands on. */
  const leaves = (): HeaderEntry[] => {
    const headers = [...state.headers.values()];
    const parents = new Set(headers.map(({ parent }) => parent?.hash));
    return [...state.leaves.values(), ...headers].filter(({ hash }) => !parents.has(hash));
  };

  return {
    tip: () => state.tip,
    at: (height) => ancestorAt(state.tip, height),
    block: (hash) => state.blocks.get(hash),
    stored(hash) {
      const [place, early] = [header(hash), state.early.get(hash)];
      return state.blocks.get(hash) ?? (place && early && { ...place, ...early, undo: undefined });
    },
    isActive,
    isInvalid,
    coin: (key) => state.coins.get(key),
    coins: () => state.coins.entries(),
    coinCount: () => state.coins.size,
    transaction: (txid) => state.transactions.get(txid),
    header,
    bestHeaderHeight: () => {
      const valid = [...state.headers.values()].filter((entry) => !isInvalid(entry));
      return Math.max(state.tip.height, ...valid.map(({ height }) => height));
    },
    leaves,
    check: (block, records) => {
      checkTemplate(recordBlock(block, records), context(state.tip));
      connectBlock({ records, parent: state.tip }, state.coins.fork(), scripts);
    },
    acceptHeader: (given) => {
      const known = header(hashToHex(blockHash(given)));
      if (known !== undefined) {
        if (isInvalid(known)) throw new RejectError('duplicate-invalid');
        return;
      }
      checkWork(given);
      keepHeader(given, usable(header(parentHash(given))));
    },
    accept: (given, records) => {
      const record = recordBlock(given, records);
      const known = header(record.hash);
      if (known !== undefined && isInvalid(known)) throw new RejectError('duplicate-invalid');
      const block = state.blocks.get(record.hash);
      if (block?.undo !== undefined) throw new RejectError('duplicate');
      const parent = usable(header(parentHash(given.header)));
      checkContent(record);
      if (block !== undefined || state.early.has(record.hash)) throw new RejectError('duplicate');
      const place = known ?? keepHeader(given.header, parent);
      try {
        checkPlace(record, parent);
      } catch (error) {
        // Other witnesses could make it a good block.
        if (error instanceof RejectError && !isMutation(error)) state.failed.set(place.hash, place);
        throw error;
      }
      const parentBlock = state.blocks.get(parent.hash);
      if (parentBlock === undefined) {
        state.early.set(record.hash, record);
        throw new RejectError('inconclusive', 'the block before it has not come');
      }
      const before = state.tip;
      const entry = add(record, parentBlock);
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
