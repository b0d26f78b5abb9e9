import { fromHex, toHex } from '../protocol/codec/hex.js';
import type { Transaction } from '../protocol/codec/transaction.js';
import { sha256 } from '../protocol/crypto/hash.js';
import { OP } from '../protocol/script/opcodes.js';

/** A block of the best chain: `time` in seconds since 1970. */
export type IndexedBlock = { height: number; hash: string; time: number };
/** The same with its header (hex) and its transactions. */
export type BlockOfChain = IndexedBlock & { header: string; txids: readonly string[] };
/** An output: its script as hex, its value in sats. */
export type IndexedOutput = { script: string; value: bigint };
/** A transaction of the best chain, or without `block` of the mempool. Inputs are `txid:vout`; a coinbase has none. */
export type IndexedTransaction = {
  txid: string;
  tx: Transaction;
  inputs: readonly string[];
  outputs: readonly IndexedOutput[];
  /** Its block, and its position there; undefined in the origin of a fork. */
  block?: (IndexedBlock & { position?: number | undefined }) | undefined;
};

/** The outputs that paid to a script and those that were spent again: numbers and sats. */
export type Sums = { transactions: number; funded: number; fundedSats: bigint; spent: number; spentSats: bigint };
export type Unspent = { transaction: Pick<IndexedTransaction, 'txid' | 'block'>; vout: number; value: bigint };

/** The history of a script in a part: transactions in their order, and the outputs of this part that none of them spends. */
type ScriptHistory = { transactions: IndexedTransaction[]; sums: Sums; unspent: Map<string, Unspent> };
/** What a transaction does to a script. */
type Move = { script: string; funded: { outpoint: string; unspent: Unspent }[]; spent: { outpoint: string; output: IndexedOutput }[] };
type Entry = { transaction: IndexedTransaction; moves: readonly Move[] };

const NO_SUMS: Sums = { transactions: 0, funded: 0, fundedSats: 0n, spent: 0, spentSats: 0n };
/** The first byte of a script whose output nobody can spend; such outputs have no history, as in electrs. */
const UNSPENDABLE = OP.RETURN.toString(16);

/** The transactions of the chain or those of the mempool, by txid, by spent output and by script. */
export class IndexPart {
  readonly #entries = new Map<string, Entry>();
  readonly #spenders = new Map<string, string>();
  readonly #scripts = new Map<string, ScriptHistory>();
  readonly #scriptByHash = new Map<string, string>();
  readonly #unhashed: string[] = [];

  get(txid: string): IndexedTransaction | undefined {
    return this.#entries.get(txid)?.transaction;
  }

  txids(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns the txid of the transaction that spends an output. */
  spender(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  history(script: string): readonly IndexedTransaction[] {
    return this.#scripts.get(script)?.transactions ?? [];
  }

  /** Returns the script whose SHA-256 is this (hex). */
  scriptOf(hash: string): string | undefined {
    // Scripts are hashed at the first question, since most clients ask by address.
    for (const script of this.#unhashed.splice(0)) this.#scriptByHash.set(toHex(sha256(fromHex(script))), script);
    return this.#scriptByHash.get(hash);
  }

  sums(script: string): Readonly<Sums> {
    return this.#scripts.get(script)?.sums ?? NO_SUMS;
  }

  /** Returns the outputs of this part that pay to a script and that no transaction of this part spends. */
  unspent(script: string): ReadonlyMap<string, Unspent> {
    return this.#scripts.get(script)?.unspent ?? new Map();
  }

  /** @param outputAt finds the outputs that the transaction spends; undefined if the index does not have them */
  add(transaction: IndexedTransaction, outputAt: (outpoint: string) => IndexedOutput | undefined): void {
    const moves = movesOf(transaction, outputAt);
    this.#entries.set(transaction.txid, { transaction, moves });
    for (const outpoint of transaction.inputs) this.#spenders.set(outpoint, transaction.txid);
    for (const { script, funded, spent } of moves) {
      const history = this.#scripts.get(script) ?? this.#begin(script);
      history.transactions.push(transaction);
      count(history.sums, 1, { funded, spent });
      // A child may be here before its parent, which a reorganisation put back into the mempool.
      for (const { outpoint, unspent } of funded) if (!this.#spenders.has(outpoint)) history.unspent.set(outpoint, unspent);
      for (const { outpoint } of spent) history.unspent.delete(outpoint);
    }
  }

  /** Removes a transaction and what it did. In the chain, later transactions go first. */
  remove(txid: string): void {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return;
    this.#entries.delete(txid);
    for (const outpoint of entry.transaction.inputs) if (this.#spenders.get(outpoint) === txid) this.#spenders.delete(outpoint);
    for (const { script, funded, spent } of entry.moves) {
      const history = this.#scripts.get(script);
      if (history === undefined) continue;
      history.transactions.splice(history.transactions.lastIndexOf(entry.transaction), 1);
      count(history.sums, -1, { funded, spent });
      for (const { outpoint } of spent) this.#giveBack(outpoint, history);
      for (const { outpoint } of funded) history.unspent.delete(outpoint);
      if (history.transactions.length === 0) this.#scripts.delete(script);
    }
  }

  #begin(script: string): ScriptHistory {
    const history = { transactions: [], sums: { ...NO_SUMS }, unspent: new Map() };
    this.#scripts.set(script, history);
    this.#unhashed.push(script);
    return history;
  }

  /** The output of a transaction of this part is unspent again. */
  #giveBack(outpoint: string, history: ScriptHistory): void {
    const { txid, vout } = parseOutpoint(outpoint);
    const transaction = this.get(txid);
    const output = transaction?.outputs[vout];
    if (transaction !== undefined && output !== undefined) history.unspent.set(outpoint, { transaction, vout, value: output.value });
  }
}

/** Splits `txid:vout`. */
export function parseOutpoint(outpoint: string): { txid: string; vout: number } {
  const [txid = '', vout] = outpoint.split(':');
  return { txid, vout: Number(vout) };
}

function movesOf(transaction: IndexedTransaction, outputAt: (outpoint: string) => IndexedOutput | undefined): Move[] {
  const moves = new Map<string, Move>();
  const moveOf = (script: string): Move => {
    const move = moves.get(script) ?? { script, funded: [], spent: [] };
    moves.set(script, move);
    return move;
  };
  for (const [vout, { script, value }] of transaction.outputs.entries()) {
    if (script.startsWith(UNSPENDABLE)) continue;
    moveOf(script).funded.push({ outpoint: `${transaction.txid}:${vout}`, unspent: { transaction, vout, value } });
  }
  for (const outpoint of transaction.inputs) {
    const output = outputAt(outpoint);
    if (output !== undefined) moveOf(output.script).spent.push({ outpoint, output });
  }
  return [...moves.values()];
}

function count(sums: Sums, sign: 1 | -1, { funded, spent }: Pick<Move, 'funded' | 'spent'>): void {
  const by = BigInt(sign);
  sums.transactions += sign;
  sums.funded += sign * funded.length;
  sums.spent += sign * spent.length;
  for (const { unspent } of funded) sums.fundedSats += by * unspent.value;
  for (const { output } of spent) sums.spentSats += by * output.value;
}
