import { HashIndex } from '../../../../storage/hash-index.js';
import type { StacksBlock } from '../block/block.js';
import type { MinedTransaction } from '../block/mined-transaction.js';
import type { ChosenSigners } from '../pox/reward-set.js';
import { Path } from './path.js';

/** A transaction and where it was mined. */
export type Found = { block: StacksBlock; transaction: MinedTransaction };

/** The canonical chain and what follows from it: where each block and transaction is, and every account's nonce. */
export class Ledger {
  readonly #path: Path<StacksBlock>;
  /** Heights by index block hash, and by txid. */
  readonly #ids = new HashIndex();
  readonly #txids = new HashIndex();
  readonly #nonces = new Map<string, bigint>();
  readonly #chosen = new Map<number, ChosenSigners>();

  /** The nonces with which accounts came into the chain, where they are not 0. */
  readonly #firstNonces: Map<string, bigint>;

  constructor(first: StacksBlock, firstNonces: ReadonlyMap<string, bigint> = new Map()) {
    this.#path = new Path(first);
    this.#firstNonces = new Map(firstNonces);
    this.#enter(first);
  }

  /** Returns a ledger of the first block, with the nonces that accounts had before it. */
  copy(): Ledger {
    return new Ledger(this.first, this.#firstNonces);
  }

  get first(): StacksBlock {
    return this.#path.first;
  }

  get tip(): StacksBlock {
    return this.#path.tip;
  }

  at(height: number): StacksBlock | undefined {
    return this.#path.at(height);
  }

  has(block: StacksBlock): boolean {
    return this.#path.has(block);
  }

  /** @param id index block hash, hex without 0x */
  byId(id: string): StacksBlock | undefined {
    for (const height of this.#ids.places(id)) {
      const block = this.at(height);
      if (block?.indexHash === id) return block;
    }
    return undefined;
  }

  /** @param txid hex without 0x */
  find(txid: string): Found | undefined {
    for (const height of this.#txids.places(txid)) {
      const block = this.at(height);
      const transaction = block?.transactions.find((mined) => mined.txid === txid);
      if (block !== undefined && transaction !== undefined) return { block, transaction };
    }
    return undefined;
  }

  /** Records the nonce that an account had before the first block. */
  learn(principal: string, firstNonce: bigint | undefined): void {
    if (firstNonce !== undefined) this.#firstNonces.set(principal, firstNonce);
  }

  /** The nonce that the account's next transaction must have. On a fork, only after {@link learn}. */
  nonce(principal: string): bigint {
    return this.#nonces.get(principal) ?? this.#firstNonces.get(principal) ?? 0n;
  }

  /** The same after a block of the chain. */
  nonceAt(principal: string, at: StacksBlock): bigint {
    let nonce = this.nonce(principal);
    for (let block: StacksBlock | undefined = this.tip; block !== undefined && block !== at; block = block.parent) {
      nonce = block.nonces.find((change) => change.principal === principal)?.before ?? nonce;
    }
    return nonce;
  }

  /** The signers that were chosen for a reward cycle. */
  chosen(cycle: number): ChosenSigners | undefined {
    return this.#chosen.get(cycle);
  }

  push(block: StacksBlock): void {
    this.#path.push(block);
    this.#enter(block);
  }

  /** Goes to another tip. @returns the blocks left, newest first */
  switchTo(tip: StacksBlock): StacksBlock[] {
    const { left, entered } = this.#path.switchTo(tip);
    for (const block of left) this.#leave(block);
    for (const block of entered) this.#enter(block);
    return left;
  }

  #enter(block: StacksBlock): void {
    this.#ids.add(block.indexHash, block.height);
    for (const { txid } of block.transactions) this.#txids.add(txid, block.height);
    for (const { principal, after } of block.nonces) this.#nonces.set(principal, after);
    if (block.chosen !== undefined) this.#chosen.set(block.chosen.cycle, block.chosen);
  }

  #leave(block: StacksBlock): void {
    this.#ids.delete(block.indexHash, block.height);
    for (const { txid } of block.transactions) this.#txids.delete(txid, block.height);
    for (const { principal, before } of block.nonces) this.#nonces.set(principal, before);
    if (block.chosen !== undefined) this.#chosen.delete(block.chosen.cycle);
  }
}
