import { type Block, serializeBlockHeader } from '../chains/bitcoin/codec/block.js';
import { hashFromHex, hashToHex, toHex } from '../chains/bitcoin/codec/hex.js';
import { merkleBranch } from '../chains/bitcoin/codec/merkle.js';
import { isCoinbase, type Transaction, txid as transactionId } from '../chains/bitcoin/codec/transaction.js';
import {
  type IndexedBlock,
  type IndexedOutput,
  type IndexedTransaction,
  IndexPart,
  parseOutpoint,
  type Sums,
  type Unspent,
} from './index-part.js';

/** A transaction that another one replaced: when, in seconds since 1970. */
export type Replacement = { replaced: IndexedTransaction; by: string; time: number };

/** A block of the best chain, with its header (hex) and its transactions. */
export type BlockOfChain = IndexedBlock & { header: string; txids: readonly string[] };

/** How many of the last transactions that entered the mempool are kept. */
const RECENT = 10;

/** The transactions of a Bitcoin chain and its mempool, by txid, by output script and by spent output. */
export class ChainIndex {
  readonly #blocks: BlockOfChain[] = [];
  readonly #confirmed = new IndexPart();
  readonly #pending = new IndexPart();
  readonly #replacements: Replacement[] = [];
  #recent: IndexedTransaction[] = [];

  /** The last block; undefined before the first. */
  tip(): IndexedBlock | undefined {
    return this.#blocks.at(-1);
  }

  /** Returns the block at a height of the best chain. */
  blockAt(height: number): BlockOfChain | undefined {
    return this.#blocks[height];
  }

  /** Returns the hashes (hex) that prove a transaction's place in the block at a height, from the transactions upwards. */
  proof(height: number, position: number): string[] {
    return merkleBranch((this.#blocks[height]?.txids ?? []).map(hashFromHex), position).map(hashToHex);
  }

  /** Adds the block after the tip. */
  connect({ header, transactions }: Block, hash: string): void {
    const block = { height: this.#blocks.length, hash, time: header.time };
    const txids = transactions.map((tx, position) => {
      const indexed = { ...describeTransaction(tx), block: { ...block, position } };
      this.#pending.remove(indexed.txid);
      this.#confirmed.add(indexed, (outpoint) => this.output(outpoint));
      return indexed.txid;
    });
    this.#blocks.push({ ...block, header: toHex(serializeBlockHeader(header)), txids });
  }

  /** Removes the last block with its transactions. */
  disconnect(): void {
    for (const txid of this.#blocks.pop()?.txids.toReversed() ?? []) this.#confirmed.remove(txid);
  }

  /** The txids of the mempool, in the order in which they came. */
  mempool(): string[] {
    return this.#pending.txids();
  }

  /** The transactions that entered the mempool last, newest first; they stay when a block takes them. */
  recent(): readonly IndexedTransaction[] {
    return this.#recent;
  }

  /**
   * Changes the mempool.
   * @param left txids of transactions that are neither there nor in the chain any more
   * @param time in seconds since 1970, for those that were replaced
   * @returns the replacements among them
   */
  updateMempool(added: readonly Transaction[], left: readonly string[], time: number): Replacement[] {
    const gone = left.flatMap((txid) => this.#pending.get(txid) ?? []);
    for (const txid of left) this.#pending.remove(txid);
    for (const transaction of parentsFirst(added.map(describeTransaction))) {
      this.#pending.add(transaction, (outpoint) => this.output(outpoint));
      this.#recent = [transaction, ...this.#recent.filter(({ txid }) => txid !== transaction.txid)].slice(0, RECENT);
    }
    const replacements = gone.flatMap((replaced) => {
      const by = replaced.inputs.map((outpoint) => this.#pending.spender(outpoint)).find((txid) => txid !== undefined);
      return by === undefined ? [] : [{ replaced, by, time }];
    });
    this.#replacements.push(...replacements);
    return replacements;
  }

  /** The replacements that this index has seen, oldest first. */
  replacements(): readonly Replacement[] {
    return this.#replacements;
  }

  transaction(txid: string): IndexedTransaction | undefined {
    return this.#confirmed.get(txid) ?? this.#pending.get(txid);
  }

  /** Returns an output (`txid:vout`), spent or not. */
  output(outpoint: string): IndexedOutput | undefined {
    const { txid, vout } = parseOutpoint(outpoint);
    return this.transaction(txid)?.outputs[vout];
  }

  /** Returns the transaction that spends an output (`txid:vout`), the confirmed one if another in the mempool conflicts. */
  spender(outpoint: string): IndexedTransaction | undefined {
    const txid = this.#confirmed.spender(outpoint) ?? this.#pending.spender(outpoint);
    return txid === undefined ? undefined : this.transaction(txid);
  }

  /** Returns the transactions of the chain that pay to a script (hex) or spend from it, oldest first. */
  confirmed(script: string): readonly IndexedTransaction[] {
    return this.#confirmed.history(script);
  }

  /** Returns the transactions of the mempool that pay to a script (hex) or spend from it, oldest first. */
  pending(script: string): readonly IndexedTransaction[] {
    return this.#pending.history(script);
  }

  /** Returns {@link confirmed} and then {@link pending}. */
  history(script: string): IndexedTransaction[] {
    return [...this.confirmed(script), ...this.pending(script)];
  }

  /** Returns the script (hex) whose SHA-256 is this; undefined if no transaction has it. */
  scriptOf(hash: string): string | undefined {
    return this.#confirmed.scriptOf(hash) ?? this.#pending.scriptOf(hash);
  }

  /** What the chain and the mempool did to a script (hex). */
  sums(script: string): { confirmed: Readonly<Sums>; pending: Readonly<Sums> } {
    return { confirmed: this.#confirmed.sums(script), pending: this.#pending.sums(script) };
  }

  /** Returns the outputs that nothing spends, and that pay to a script (hex). */
  unspent(script: string): Unspent[] {
    const confirmed = [...this.#confirmed.unspent(script)].filter(([outpoint]) => this.#pending.spender(outpoint) === undefined);
    return [...confirmed, ...this.#pending.unspent(script)].map(([, unspent]) => unspent);
  }
}

/** Returns a transaction as an index has it, without a block. */
export function describeTransaction(tx: Transaction): IndexedTransaction {
  return {
    txid: hashToHex(transactionId(tx)),
    tx,
    inputs: isCoinbase(tx) ? [] : tx.inputs.map(({ previous }) => `${hashToHex(previous.hash)}:${previous.index}`),
    outputs: tx.outputs.map(({ value, scriptPubKey }) => ({ script: toHex(scriptPubKey), value })),
  };
}

/** Orders transactions so that each comes after those whose outputs it spends. */
function parentsFirst(transactions: readonly IndexedTransaction[]): IndexedTransaction[] {
  const waiting = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  const ordered: IndexedTransaction[] = [];
  const take = (transaction: IndexedTransaction): void => {
    if (!waiting.delete(transaction.txid)) return;
    for (const outpoint of transaction.inputs) {
      const parent = waiting.get(parseOutpoint(outpoint).txid);
      if (parent !== undefined) take(parent);
    }
    ordered.push(transaction);
  };
  for (const transaction of transactions) take(transaction);
  return ordered;
}
