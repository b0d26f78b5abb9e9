import { HashIndex } from '../../../../base/storage.js';
import { StateEditor } from '../../../../clarity/state.js';
import type { PrincipalValue } from '../../../../clarity/values.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import type { StacksBlock } from '../block/block.js';
import type { MinedTransaction } from '../block/mined-transaction.js';
import type { ChosenSigners } from '../pox/reward-set.js';
import type { Path } from './path.js';

/** A transaction and where it was mined. */
export type Found = { block: StacksBlock; transaction: MinedTransaction };

/** How many accounts' names are kept decoded: each takes two hashes. */
const MAX_PRINCIPALS = 10_000;

/** The canonical chain and what follows from it: where each block and transaction is. */
export class Ledger {
  readonly #path: Path<StacksBlock>;
  /** Heights by index block hash, and by txid. */
  #ids = new HashIndex();
  #txids = new HashIndex();
  #chosen = new Map<number, ChosenSigners>();
  readonly #principals = new Map<string, PrincipalValue>();

  private constructor(path: Path<StacksBlock>) {
    this.#path = path;
  }

  static of(path: Path<StacksBlock>): Ledger {
    const ledger = new Ledger(path);
    for (let { height } = path.first; height <= path.tip.height; height++) ledger.#enter(path.at(height) as StacksBlock);
    return ledger;
  }

  /** Returns a ledger of the same blocks. */
  copy(): Ledger {
    const copy = new Ledger(this.#path.copy());
    copy.#ids = this.#ids.copy();
    copy.#txids = this.#txids.copy();
    copy.#chosen = new Map(this.#chosen);
    return copy;
  }

  /** From the first block to the tip. */
  blocks(): Iterable<StacksBlock> {
    return this.#path.links();
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

  /** The nonce that the account's next transaction must have. On a fork, the account must have been read before. */
  nonce(principal: string): bigint {
    return new StateEditor(this.tip.state).account(this.#principal(principal)).nonce;
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
    for (const txid of block.txids) this.#txids.add(txid, block.height);
    if (block.chosen !== undefined) this.#chosen.set(block.chosen.cycle, block.chosen);
  }

  #leave(block: StacksBlock): void {
    this.#ids.delete(block.indexHash, block.height);
    for (const txid of block.txids) this.#txids.delete(txid, block.height);
    if (block.chosen !== undefined) this.#chosen.delete(block.chosen.cycle);
  }

  #principal(text: string): PrincipalValue {
    const known = this.#principals.get(text) ?? parsePrincipal(text);
    if (this.#principals.size >= MAX_PRINCIPALS) this.#principals.clear();
    this.#principals.set(text, known);
    return known;
  }
}
