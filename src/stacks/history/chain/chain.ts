import { HashIndex, RecentMap } from '../../../base/storage.js';
import type { StacksBlockFacts, UnknownOutcome } from '../../engine/engine-event.js';
import type { BlockRecord, TransactionRecord } from './records.js';

/** Follows the canonical chain, one block at a time. */
export type ChainListener = {
  /** The block is the new tip. */
  entered(block: BlockRecord): void;
  /** The block was the tip, and is not canonical any more. */
  left(block: BlockRecord): void;
  /** The block was the first one that is kept, and is canonical still. */
  forgotten?(block: BlockRecord): void;
  /** The chain left blocks that are not kept any more, so that nothing known before holds. Its path is empty. */
  lost?(): void;
};

/** What finds a block, with 0x. */
export type BlockKeys = Pick<StacksBlockFacts, 'hash' | 'blockHash' | 'burnHash' | 'burnHeight'> & { readonly txids: readonly string[] };

export function keysOf(block: BlockRecord, facts = block.facts): BlockKeys {
  const { hash, blockHash, burnHash, burnHeight } = facts;
  return { hash, blockHash, burnHash, burnHeight, txids: block.txids };
}

/** The blocks of all branches, and which of them are canonical. Blocks are found by height, hash and transaction. */
export class Chain {
  /** Canonical, ascending, without gaps. */
  #path: BlockRecord[] = [];
  /** Of all branches, in the order of arrival. Forgotten blocks leave a gap. */
  #blocks: (BlockRecord | undefined)[] = [];
  /** Where in `#blocks` a block is, by index block hash and by block hash, and where that of a transaction is. */
  #hashes = new HashIndex();
  #txids = new HashIndex();
  /** The highest block of each Bitcoin block, of all branches; by the hash without 0x and by the height of the Bitcoin block. */
  #burns = new RecentMap<BlockRecord>(Number.POSITIVE_INFINITY);
  /** Blocks with a transaction whose outcome is unknown, by txid. */
  #unclear = new Map<string, BlockRecord>();
  readonly #listeners = new Set<ChainListener>();
  #limit = Number.POSITIVE_INFINITY;
  #hasForgotten = false;
  #genesis: BlockRecord | undefined;

  get tip(): BlockRecord | undefined {
    return this.#path.at(-1);
  }

  get first(): BlockRecord | undefined {
    return this.#path[0];
  }

  get blocks(): readonly BlockRecord[] {
    return this.#path;
  }

  /** Block 0, whose transactions block 1 has: it is not canonical, as in the Stacks API. */
  get genesis(): BlockRecord | undefined {
    return this.#genesis;
  }

  at(height: number): BlockRecord | undefined {
    return this.#path[height - (this.first?.height ?? 0)];
  }

  /** @param hash an index block hash or a block hash, with 0x. The canonical block is preferred to one that left the chain. */
  find(hash: string): BlockRecord | undefined {
    return this.#preferred(this.#hashes, hash, (block) => (block.hash === hash || block.facts.blockHash === hash ? block : undefined));
  }

  /** Returns the highest block of a Bitcoin block, which may have left the chain with it. @param heightOrHash the hash without 0x */
  lastOfBurnBlock(heightOrHash: number | string): BlockRecord | undefined {
    return this.#burns.get(`${heightOrHash}`);
  }

  isCanonical(block: BlockRecord): boolean {
    return this.at(block.height) === block;
  }

  /** Returns a mined transaction: the canonical one, else one of a block that left the chain. @param txid with 0x */
  transaction(txid: string): TransactionRecord | undefined {
    return this.#preferred(this.#txids, txid, (block) => block.transaction(txid));
  }

  /** Returns a canonical transaction whose outcome the nodes do not report. @param txid with 0x */
  unknownOutcome(txid: string): { block: BlockRecord; outcome: UnknownOutcome } | undefined {
    const block = this.#unclear.get(txid);
    const outcome = block?.unknownOutcomes.find((candidate) => candidate.txid === txid);
    return block !== undefined && outcome !== undefined && this.isCanonical(block) ? { block, outcome } : undefined;
  }

  /** Adds a block on the tip. A block that does not follow it begins the chain anew. */
  push(block: BlockRecord): void {
    const { tip } = this;
    if (tip !== undefined && block.height !== tip.height + 1) this.#clear();
    this.#remember(block);
    this.#enter(block);
    this.#forgetOld();
  }

  /** Returns a chain of the same blocks, without listeners. */
  copy(): Chain {
    const copy = new Chain();
    copy.#path = this.#path.slice();
    copy.#blocks = this.#blocks.slice();
    copy.#hashes = this.#hashes.copy();
    copy.#txids = this.#txids.copy();
    copy.#burns = this.#burns.copy();
    copy.#unclear = new Map(this.#unclear);
    copy.#hasForgotten = this.#hasForgotten;
    copy.#genesis = this.#genesis;
    return copy;
  }

  /** Puts older blocks below the first one. Only before anybody listens. @param blocks ascending, the last one the parent of the first */
  prepend(blocks: readonly BlockRecord[]): void {
    for (const block of blocks) this.#remember(block);
    this.#path = [...blocks, ...this.#path];
  }

  /** Remembers block 0 beside a block 1 that has its transactions. @param block without transactions */
  setGenesis(block: BlockRecord): void {
    this.#remember(block);
    this.#genesis = block;
  }

  /**
   * Remembers a block of another chain, which `replace` can make part of the path, unless it is known.
   * @param keys read while its bytes were at hand
   */
  remember(block: BlockRecord, keys: BlockKeys): void {
    for (const place of this.#hashes.places(keys.hash)) if (this.#blocks[place] === block) return;
    this.#remember(block, keys);
  }

  /** Makes a whole chain of its own the path. @param blocks ascending, without gaps; all are remembered, as is `genesis` */
  replace(blocks: readonly BlockRecord[], genesis: BlockRecord | undefined): void {
    this.#clear();
    this.#genesis = genesis;
    for (const block of blocks) this.#enter(block);
    this.#forgetOld();
  }

  /** Leaves all blocks above a height. */
  leaveAbove(height: number): void {
    for (let { tip } = this; tip !== undefined && tip.height > height; { tip } = this) {
      this.#path.pop();
      for (const listener of this.#listeners) listener.left(tip);
    }
    if (this.#path.length > 0 || !this.#hasForgotten) return;
    this.#hasForgotten = false;
    for (const listener of this.#listeners) listener.lost?.();
  }

  /** Makes a known block the tip, of whatever branch. @returns false if the block is not known, or one between it and the chain */
  switchTo(target: BlockRecord): boolean {
    const entering: BlockRecord[] = [];
    let block = this.isCanonical(target) ? target : this.find(target.hash);
    while (block !== undefined && !this.isCanonical(block)) {
      entering.push(block);
      block = this.find(block.facts.parentHash);
    }
    const lowest = entering.at(-1);
    // What is below the first block may not be here yet.
    const isRoot = lowest !== undefined && lowest.height <= (this.first?.height ?? lowest.height);
    if (block === undefined && !isRoot) return false;
    this.leaveAbove(block?.height ?? -1);
    for (const next of entering.reverse()) this.#enter(next);
    return true;
  }

  /** Keeps no more canonical blocks than this from now on, and forgets older ones. */
  limit(blocks: number): void {
    this.#limit = blocks;
    this.#forgetOld();
  }

  /** Calls `listener` for every change. @returns a function that ends it */
  listen(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #enter(block: BlockRecord): void {
    this.#path.push(block);
    for (const listener of this.#listeners) listener.entered(block);
  }

  #remember(block: BlockRecord, { hash, blockHash, burnHash, burnHeight, txids } = keysOf(block)): void {
    const place = this.#blocks.push(block) - 1;
    this.#hashes.add(hash, place);
    this.#hashes.add(blockHash, place);
    for (const txid of txids) this.#txids.add(txid, place);
    for (const key of [burnHash, `${burnHeight}`]) if ((this.#burns.get(key)?.height ?? -1) <= block.height) this.#burns.set(key, block);
    for (const { txid } of block.unknownOutcomes) this.#unclear.set(txid, block);
  }

  /** Returns what `read` finds in a block that the index has under `hash`: in the canonical one, else in the last one. */
  #preferred<T>(index: HashIndex, hash: string, read: (block: BlockRecord) => T | undefined): T | undefined {
    // Restores leave many blocks with the same transaction, so only those that are asked for are read.
    const others: number[] = [];
    for (const place of index.places(hash)) {
      const block = this.#blocks[place];
      if (block === undefined) continue;
      const found = this.isCanonical(block) ? read(block) : undefined;
      if (found !== undefined) return found;
      others.push(place);
    }
    others.sort((a, b) => b - a);
    for (const place of others) {
      const found = this.#blocks[place] && read(this.#blocks[place]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #clear(): void {
    this.leaveAbove(-1);
  }

  #forgetOld(): void {
    while (this.#path.length > this.#limit) this.#forget();
  }

  /** Forgets the oldest block. What follows from it, such as balances, stays. */
  #forget(): void {
    const oldest = this.#path.shift();
    if (oldest === undefined) return;
    this.#hasForgotten = true;
    for (const listener of this.#listeners) listener.forgotten?.(oldest);
    const { hash, blockHash, burnHash, burnHeight } = oldest.facts;
    for (const key of [burnHash, `${burnHeight}`]) if (this.#burns.get(key) === oldest) this.#burns.delete(key);
    for (const place of this.#hashes.places(hash)) {
      if (this.#blocks[place] !== oldest) continue;
      this.#hashes.delete(hash, place);
      this.#hashes.delete(blockHash, place);
      for (const txid of oldest.txids) this.#txids.delete(txid, place);
      this.#blocks[place] = undefined;
      break;
    }
    for (const { txid } of oldest.unknownOutcomes) this.#unclear.delete(txid);
  }
}
