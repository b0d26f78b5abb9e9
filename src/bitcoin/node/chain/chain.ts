import { type Block, type BlockHeader, blockHash } from '../../protocol/codec/block.js';
import { RejectError } from '../../protocol/codec/error.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import type { Origin } from '../../protocol/fork-source/origin.js';
import { type ActivateOptions, activateBestChain, type ChainChange, changeBetween, connectValidTip, disconnectTip } from './activate.js';
import type { ActivationHeights } from './activation.js';
import { ancestorAt, type BlockEntry, type BlockRecord, type HeaderEntry, isAncestor, type StoredBlock } from './block-entry.js';
import { recordBlock } from './block-record.js';
import { addBlock, addHeader, findHeader, isActive, isInvalid, leafHeaders } from './block-tree.js';
import type { Coin } from './coin.js';
import { forkedCoins } from './coins.js';
import { type ForkBase, forkEntry, grantHeight, originCoin, subsidyOf } from './fork-base.js';
import { createLookup, type Lookup } from './lookup.js';
import { type ChainState, forkState, genesisState, stateAt, type TxLocation } from './state.js';
import type { TxRecord } from './tx-record.js';
import { checkContent, checkHeader, checkPlace, checkTemplate, checkWork, isMutation } from './validation/check-block.js';
import { type BlockRules, connectBlock } from './validation/connect-block.js';

/** The tree of blocks, the best chain and the coins at its tip. */
export type Chain = {
  tip(): BlockEntry;
  /** The lowest block, which every branch has: the genesis block, or the one from which a fork continues. */
  base(): BlockEntry;
  /** Returns the height of the lowest block from which another branch may begin. @default that of the lowest block */
  lowestFork(): number;
  /** Sets {@link Chain.lowestFork}, for what follows this chain and cannot go back further. */
  setLowestFork(height: number): void;
  /** The chain that a fork continues; undefined for a chain with its own genesis. */
  readonly origin: Origin | undefined;
  /** Finds what is below the lowest block, too. */
  readonly lookup: Lookup;
  /** Returns the active chain's block at a height, or undefined above the tip and below the lowest block. */
  at(height: number): BlockEntry | undefined;
  /** Returns a block of the tree by display order hash. */
  block(hash: string): BlockEntry | undefined;
  /** Returns any block that the node has, including early blocks without a parent. */
  stored(hash: string): StoredBlock | undefined;
  /** Returns any known header by display order hash, with or without its block. */
  header(hash: string): HeaderEntry | undefined;
  /** Returns the header with the most work that is not known to be invalid: as in Core, of several the one that came first. */
  bestHeader(): HeaderEntry;
  /** Returns all blocks of the tree, in the order of their arrival. */
  blocks(): BlockEntry[];
  /** Returns the hashes of the blocks that broke a rule or that `invalidate` named. */
  invalidHashes(): string[];
  isActive(entry: HeaderEntry): boolean;
  /** Whether the entry or one of its ancestors is known to be invalid. */
  isInvalid(entry: HeaderEntry): boolean;
  /** Returns an unspent output by `outPointKey`. @throws Missing on a fork, if its origin has not answered yet */
  coin(key: string): Coin | undefined;
  /** Whether a block of the tree created an output that is unspent. */
  hasCoin(key: string): boolean;
  /** Returns all unspent outputs; those of a fork's origin are not among them. */
  coins(): Iterable<[key: string, coin: Coin]>;
  coinCount(): number;
  transaction(txid: string): TxLocation | undefined;
  /** Returns the headers without children, with or without their blocks. */
  leaves(): HeaderEntry[];
  /** Checks that `block` can follow the tip, except for its proof of work. @throws RejectError */
  check(block: Block, records: TxRecord[]): void;
  /** Stores a header until its block arrives; the chain does not change. @throws RejectError if its block cannot become valid */
  acceptHeader(header: BlockHeader): HeaderEntry;
  /**
   * Adds a block and follows the best chain.
   * @returns the block's entry, and why it fails to connect
   * @throws RejectError if the block cannot enter the tree. If only the parent's header is known, the block is stored until the parent
   * arrives, and rejected as `inconclusive`
   */
  accept(block: Block, records?: TxRecord[]): { entry: BlockEntry; failure: RejectError | undefined };
  /**
   * Adds a block that is known to be valid on top of the tip, without checking it.
   * @throws RangeError if it has another parent
   */
  extend(record: BlockRecord): void;
  /**
   * Marks a block as invalid and follows the best remaining chain.
   * @param onStep called with each disconnected block above its parent, while the parent is the tip
   */
  invalidate(entry: HeaderEntry, onStep: (step: ChainChange) => void): void;
  /** Prefers a block to others of equal work, as if it had arrived first. */
  prefer(entry: HeaderEntry): void;
  /** Clears the invalid marks of a block, its ancestors and descendants, and follows the best chain. */
  reconsider(entry: HeaderEntry): void;
  /** The heights from which rules hold. */
  readonly activation: ActivationHeights;
  /** Returns the subsidy of a block, in sats. */
  subsidy(height: number): bigint;
  /** The height whose coinbase may be spent at once; undefined if there is none. */
  readonly grantHeight: number | undefined;
  /** Returns the state that the chain begins with. */
  initial(): ChainState;
  snapshot(): ChainState;
  restore(state: ChainState): void;
};

export type ChainOptions = Pick<BlockRules, 'scripts' | 'activation'> &
  Pick<ActivateOptions, 'onChange' | 'onFailure'> & {
    /** The block of another chain from which this one continues. @default genesis */
    fork?: ForkBase | undefined;
    /** Returns the latest block time that the node's clock allows. */
    maxBlockTime: () => number;
  };

export function createChain({ scripts, activation, fork, maxBlockTime, onChange, onFailure }: ChainOptions): Chain {
  const rules: BlockRules = { scripts, activation, subsidy: subsidyOf(fork), grantHeight: grantHeight(fork) };
  const forkedBase = fork && forkEntry(fork);
  const initial = (): ChainState => {
    if (fork === undefined || forkedBase === undefined) return genesisState();
    return stateAt(forkedBase, (transactions) => forkedCoins((key) => originCoin(fork.origin, key), transactions));
  };
  let state: ChainState = initial();
  const base = state.tip;
  let lowestFork = base.height;
  const belowFork = () => {
    const lowest = ancestorAt(state.tip, lowestFork);
    return `a fork has no branch below its block ${lowestFork} (${lowest?.hash})`;
  };

  const header = (hash: string) => findHeader(state, hash);

  const parentHeader = ({ previous }: BlockHeader): HeaderEntry => {
    const parent = header(hashToHex(previous));
    if (parent === undefined) throw new RejectError('prev-blk-not-found', fork && belowFork());
    if (parent.height < lowestFork) throw new RejectError('prev-blk-not-found', belowFork());
    if (isInvalid(state, parent)) throw new RejectError('bad-prevblk');
    return parent;
  };

  const context = <T extends HeaderEntry>(parent: T) => ({ parent, maxTime: maxBlockTime(), activation });

  const keepHeader = (given: BlockHeader, parent: HeaderEntry): HeaderEntry => {
    checkHeader(given, context(parent));
    return addHeader(state, given, parent);
  };

  const activate = (onFailed = onFailure) => activateBestChain(state, { rules, onChange, onFailure: onFailed });

  const chain: Chain = {
    activation,
    subsidy: rules.subsidy,
    grantHeight: rules.grantHeight,
    initial,
    origin: fork?.origin,
    get lookup() {
      return lookup;
    },
    base: () => base,
    lowestFork: () => lowestFork,
    setLowestFork: (height) => {
      lowestFork = height;
    },
    tip: () => state.tip,
    at: (height) => ancestorAt(state.tip, height),
    block: (hash) => state.blocks.get(hash),
    stored(hash) {
      const [place, early] = [header(hash), state.early.get(hash)];
      return state.blocks.get(hash) ?? (place && early && { ...place, ...early, undo: undefined });
    },
    isActive: (entry) => entry.height < base.height || isActive(state, entry),
    isInvalid: (entry) => isInvalid(state, entry),
    coin: (key) => state.coins.get(key),
    hasCoin: (key) => state.coins.has(key),
    coins: () => state.coins.entries(),
    coinCount: () => state.coins.size,
    transaction: (txid) => state.transactions.get(txid),
    header,
    bestHeader: () => {
      let best: HeaderEntry = state.tip;
      const isBetter = ({ height, sequence }: HeaderEntry) => height > best.height || (height === best.height && sequence < best.sequence);
      for (const entries of [state.leaves, state.headers]) {
        for (const entry of entries.values()) if (isBetter(entry) && !isInvalid(state, entry)) best = entry;
      }
      return best;
    },
    blocks: () => [...state.blocks.values()].sort((a, b) => a.sequence - b.sequence),
    invalidHashes: () => [...state.failed.values()].map(({ hash }) => hash),
    leaves: () => leafHeaders(state),
    check: (block, records) => {
      checkTemplate(recordBlock(block, records), context(state.tip));
      connectBlock({ records, parent: state.tip }, state.coins.fork(), rules);
    },
    acceptHeader: (given) => {
      const known = header(hashToHex(blockHash(given)));
      if (known !== undefined) {
        if (isInvalid(state, known)) throw new RejectError('duplicate-invalid');
        return known;
      }
      checkWork(given);
      return keepHeader(given, parentHeader(given));
    },
    accept: (given, records) => {
      const record = recordBlock(given, records);
      checkContent(record);
      const known = header(record.hash);
      if (known !== undefined && isInvalid(state, known)) throw new RejectError('duplicate-invalid');
      const block = state.blocks.get(record.hash);
      if (block?.isConnected) throw new RejectError('duplicate');
      const parent = parentHeader(given.header);
      if (block !== undefined || state.early.has(record.hash)) throw new RejectError('duplicate');
      const place = known ?? keepHeader(given.header, parent);
      try {
        checkPlace(record, parent, activation);
      } catch (error) {
        // The same block may be valid with other witnesses.
        if (error instanceof RejectError && !isMutation(error)) state.failed.set(place.hash, place);
        throw error;
      }
      const parentBlock = state.blocks.get(parent.hash);
      if (parentBlock === undefined) {
        state.early.set(record.hash, { ...record, arrival: state.arrivals++ });
        throw new RejectError('inconclusive', 'the block before it has not come');
      }
      const entry = addBlock(state, record, parentBlock);
      let failure: RejectError | undefined;
      activate((failed, error) => {
        if (failed === entry) failure = error;
        onFailure(failed, error);
      });
      return { entry, failure };
    },
    extend: (record) => {
      const { tip } = state;
      if (hashToHex(record.block.header.previous) !== tip.hash) throw new RangeError(`block ${record.hash} does not follow ${tip.hash}`);
      // Headers arrive, too: the same chain has the same order of arrival.
      state.arrivals++;
      connectValidTip(state, addBlock(state, record, tip), rules.grantHeight);
    },
    invalidate: (entry, onStep) => {
      if (entry.parent === undefined) return;
      const isStep = isActive(state, entry);
      state.failed.set(entry.hash, entry);
      while (isStep && state.tip !== entry.parent) {
        const before = state.tip;
        disconnectTip(state);
        onStep(changeBetween(before, state.tip));
      }
      activate();
    },
    prefer: (entry) => {
      if (entry.height >= state.tip.height) state.precedence.set(entry.hash, -1 - state.precedence.size);
      activate();
    },
    reconsider: (entry) => {
      for (const failed of [...state.failed.values()]) {
        if (isAncestor(failed, entry) || isAncestor(entry, failed)) state.failed.delete(failed.hash);
      }
      activate();
    },
    snapshot: () => forkState(state),
    restore: (snapshot) => {
      state = forkState(snapshot);
    },
  };
  const lookup = createLookup(chain, fork?.origin);
  return chain;
}
