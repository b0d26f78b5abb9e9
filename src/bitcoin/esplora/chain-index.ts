import { type Block, serializeBlockHeader } from '../protocol/codec/block.js';
import { GrowingMerkleTree } from '../protocol/codec/growing-merkle-tree.js';
import { hashFromHex, hashToHex, toHex } from '../protocol/codec/hex.js';
import type { Transaction } from '../protocol/codec/transaction.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import { describeTransaction } from './describe-transaction.js';
import {
  type BlockOfChain,
  type IndexedBlock,
  type IndexedOutput,
  type IndexedTransaction,
  IndexPart,
  parseOutpoint,
  type Sums,
  type Unspent,
} from './index-part.js';
import { OriginPart } from './origin-part.js';

/** A transaction that another one replaced: when, in seconds since 1970. */
export type Replacement = { replaced: IndexedTransaction; by: string; time: number };

/** A script (hex) for a hash that no output has. It is not the empty script, which outputs may have. */
export const NO_SCRIPT = Buffer.from('no output has this script').toString('hex');
/** How many of the last transactions that entered the mempool are kept. */
const RECENT = 10;

/**
 * The transactions of a Bitcoin chain and its mempool, by txid, by output script and by spent output. Of a fork, those of its origin are
 * read when they are asked for: then all methods throw Missing or DevnetError ORIGIN.
 */
export class ChainIndex {
  /** From the height `#first`. */
  readonly #blocks: BlockOfChain[] = [];
  readonly #first: number;
  readonly #origin: OriginPart | undefined;
  readonly #confirmed = new IndexPart();
  readonly #pending = new IndexPart();
  readonly #replacements: Replacement[] = [];
  /** Over the hashes of `#blocks`. */
  readonly #headers = new GrowingMerkleTree();
  /** The tree of the block whose transactions were proven last: clients ask for one after another. */
  #proven: { hash: string; tree: GrowingMerkleTree } | undefined;
  #recent: IndexedTransaction[] = [];

  /** @param origin of a fork @default none */
  constructor(origin?: Origin) {
    this.#origin = origin && new OriginPart(origin);
    this.#first = (this.#origin?.tip().height ?? -1) + 1;
  }

  /** The last block; undefined before the first. */
  tip(): IndexedBlock | undefined {
    return this.#blocks.at(-1) ?? this.#origin?.tip();
  }

  /** The height of the lowest block that the index has itself. */
  first(): number {
    return this.#first;
  }

  /** Returns the block at a height of the best chain. */
  blockAt(height: number): BlockOfChain | undefined {
    return height >= this.#first || height < 0 ? this.#blocks[height - this.#first] : this.#origin?.blockAt(height);
  }

  /** Returns the blocks from a height on, up to the tip. */
  blocksFrom(height: number, count: number): BlockOfChain[] {
    const heights = Array.from({ length: Math.max(0, count) }, (_, offset) => height + offset);
    return this.#all(heights.map((at) => () => this.blockAt(at))).filter((block) => block !== undefined);
  }

  /** Reads the outputs that transactions spend, before they are added. @throws Missing, DevnetError ORIGIN */
  prepare(transactions: readonly Transaction[]): void {
    const described = transactions.map(describeTransaction);
    const made = new Set(described.map(({ txid }) => txid));
    const outpoints = described.flatMap(({ inputs }) => inputs).filter((outpoint) => !made.has(parseOutpoint(outpoint).txid));
    this.#all(outpoints.map((outpoint) => () => this.output(outpoint)));
  }

  /** Returns the hashes (hex) that prove a transaction's place in the block at a height, from the transactions upwards. */
  proof(height: number, position: number): string[] {
    const block = this.blockAt(height);
    if (block === undefined) return [];
    if (this.#proven?.hash !== block.hash) this.#proven = { hash: block.hash, tree: treeOf(block.txids) };
    return this.#proven.tree.proof(position).branch.map(hashToHex);
  }

  /**
   * Returns the hashes (hex) that prove the place of a block that the index has itself among all up to a checkpoint, and their root: a
   * merkle tree over the hashes of these blocks, as the Electrum protocol has it. Heights count from the first block of the index.
   */
  headerProof(height: number, checkpoint: number): { branch: string[]; root: string } {
    const { branch, root } = this.#headers.proof(height - this.#first, checkpoint - this.#first + 1);
    return { branch: branch.map(hashToHex), root: hashToHex(root) };
  }

  /** Adds the block after the tip. */
  connect({ header, transactions }: Block, hash: string): void {
    const block = { height: this.#first + this.#blocks.length, hash, time: header.time };
    const txids = transactions.map((tx, position) => {
      const indexed = { ...describeTransaction(tx), block: { ...block, position } };
      this.#pending.remove(indexed.txid);
      this.#confirmed.add(indexed, (outpoint) => this.output(outpoint));
      return indexed.txid;
    });
    this.#blocks.push({ ...block, header: toHex(serializeBlockHeader(header)), txids });
    this.#headers.append(hashFromHex(hash));
  }

  /** Removes the last block with its transactions. */
  disconnect(): void {
    for (const txid of this.#blocks.pop()?.txids.toReversed() ?? []) this.#confirmed.remove(txid);
    this.#headers.truncate(this.#blocks.length);
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

  /** Returns a transaction of the mempool, or of a block that the index has itself. */
  own(txid: string): IndexedTransaction | undefined {
    return this.#confirmed.get(txid) ?? this.#pending.get(txid);
  }

  transaction(txid: string): IndexedTransaction | undefined {
    return this.own(txid) ?? this.#origin?.transaction(txid);
  }

  /** Returns an output (`txid:vout`), spent or not. */
  output(outpoint: string): IndexedOutput | undefined {
    const { txid, vout } = parseOutpoint(outpoint);
    return this.transaction(txid)?.outputs[vout];
  }

  /** Returns the transaction that spends an output (`txid:vout`), the confirmed one if another in the mempool conflicts. */
  spender(outpoint: string): IndexedTransaction | undefined {
    const txid = this.#confirmed.spender(outpoint) ?? this.#pending.spender(outpoint);
    if (txid !== undefined) return this.transaction(txid);
    const output = parseOutpoint(outpoint);
    return this.own(output.txid) === undefined ? this.#origin?.spender(output.txid, output.vout) : undefined;
  }

  /** Returns the transactions of the chain that pay to a script (hex) or spend from it, oldest first. */
  confirmed(script: string): readonly IndexedTransaction[] {
    const own = this.#confirmed.history(script);
    return this.#origin === undefined ? own : [...this.#origin.history(script), ...own];
  }

  /** Returns at most `count` of them, newest first: those before a txid, or the last ones; none for a txid that is not there. */
  newest(script: string, count: number, before?: string): IndexedTransaction[] {
    const own = this.#confirmed.history(script);
    const end = before === undefined ? own.length : own.findLastIndex(({ txid }) => txid === before);
    const page = own.slice(Math.max(0, end - count), Math.max(0, end)).toReversed();
    if (this.#origin === undefined) return page;
    for (let last = end < 0 ? before : undefined; page.length < count; last = page.at(-1)?.txid) {
      const more = this.#origin.page(script, last);
      if (more.length === 0) break;
      page.push(...more);
    }
    return page.slice(0, count);
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
    return this.#confirmed.scriptOf(hash) ?? this.#pending.scriptOf(hash) ?? this.#origin?.scriptOf(hash);
  }

  /** What the chain and the mempool did to a script (hex). */
  sums(script: string): { confirmed: Readonly<Sums>; pending: Readonly<Sums> } {
    const confirmed = this.#confirmed.sums(script);
    return {
      confirmed: this.#origin === undefined ? confirmed : add(this.#origin.sums(script), confirmed),
      pending: this.#pending.sums(script),
    };
  }

  /** Returns the outputs that nothing spends, and that pay to a script (hex). */
  unspent(script: string): Unspent[] {
    const isSpent = (outpoint: string) => (this.#pending.spender(outpoint) ?? this.#confirmed.spender(outpoint)) !== undefined;
    const confirmed = [...(this.#origin?.unspent(script) ?? []), ...this.#confirmed.unspent(script)].filter(
      ([outpoint]) => !isSpent(outpoint),
    );
    return [...confirmed, ...this.#pending.unspent(script)].map(([, unspent]) => unspent);
  }

  #all<T>(tasks: readonly (() => T)[]): T[] {
    return this.#origin === undefined ? tasks.map((task) => task()) : this.#origin.all(tasks);
  }
}

function add(a: Readonly<Sums>, b: Readonly<Sums>): Sums {
  return {
    transactions: a.transactions + b.transactions,
    funded: a.funded + b.funded,
    fundedSats: a.fundedSats + b.fundedSats,
    spent: a.spent + b.spent,
    spentSats: a.spentSats + b.spentSats,
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

function treeOf(hashes: readonly string[]): GrowingMerkleTree {
  const tree = new GrowingMerkleTree();
  for (const hash of hashes) tree.append(hashFromHex(hash));
  return tree;
}
