import { LruMap } from '../../base/lru-map.js';
import { parseBlock } from '../protocol/codec/block.js';
import { fromHex, hashToHex, toHex } from '../protocol/codec/hex.js';
import { parseTransaction, txid as transactionId } from '../protocol/codec/transaction.js';
import { sha256 } from '../protocol/crypto/hash.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import type { OriginTransaction } from '../protocol/fork-source/reader.js';
import { describeTransaction } from './describe-transaction.js';
import type { BlockOfChain, IndexedBlock, IndexedTransaction, Sums, Unspent } from './index-part.js';

/** The transactions of the origin of a fork, in the words of an index. All methods throw Missing, and DevnetError ORIGIN. */
export class OriginPart {
  readonly #origin: Origin;
  readonly #scripts = new Map<string, string>();
  /** The last histories that were read, parsed: they never change. */
  readonly #histories = new LruMap<string, readonly IndexedTransaction[]>(MOST_TRANSACTIONS, ({ length }) => length + 1);

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  get network() {
    return this.#origin.point.network;
  }

  /** The block from which the fork continues. */
  tip(): IndexedBlock {
    const { height, id, time } = this.#origin.point.block;
    return { height, hash: id, time };
  }

  /** Runs all tasks, and throws one Missing for everything that they lack. */
  all<T>(tasks: Iterable<() => T>): T[] {
    return this.#origin.all(tasks);
  }

  blockAt(height: number): BlockOfChain | undefined {
    const origin = this.#origin;
    const hash = origin.hashAt(height);
    const found = hash === undefined ? undefined : origin.header(hash);
    if (hash === undefined || found === undefined) return undefined;
    const { header } = found;
    return {
      height,
      hash,
      header,
      time: Buffer.from(header, 'hex').readUInt32LE(TIME_OFFSET),
      // Rarely needed, and long.
      get txids() {
        const bytes = origin.block(hash);
        return bytes === undefined ? [] : parseBlock(fromHex(bytes)).transactions.map((tx) => hashToHex(transactionId(tx)));
      },
    };
  }

  transaction(txid: string): IndexedTransaction | undefined {
    const found = this.#origin.transaction(txid);
    return found && indexed(found);
  }

  /** Returns the transaction that spends an output. */
  spender(txid: string, vout: number): IndexedTransaction | undefined {
    const spender = this.#origin.spenders(txid)?.[vout];
    return spender === null || spender === undefined ? undefined : this.transaction(spender.txid);
  }

  /** Returns the transactions of a script (hex), oldest first. @throws DevnetError UNSUPPORTED if there are too many */
  history(script: string): readonly IndexedTransaction[] {
    const known = this.#histories.get(script);
    if (known !== undefined) return known;
    const history = this.#origin.history(hashOf(script)).map(indexed);
    this.#histories.set(script, history);
    return history;
  }

  /** Returns transactions of a script before one of them, or the last ones, newest first; some of them, unless there are none. */
  page(script: string, before: string | undefined): IndexedTransaction[] {
    return this.#origin.page(hashOf(script), before ?? '').map(indexed);
  }

  sums(script: string): Sums {
    const { transactions, funded, fundedSats, spent, spentSats } = this.#origin.script(hashOf(script));
    return { transactions, funded, fundedSats: BigInt(fundedSats), spent, spentSats: BigInt(spentSats) };
  }

  unspent(script: string): [outpoint: string, unspent: Unspent][] {
    return this.#origin.script(hashOf(script)).unspent.map(({ txid, vout, value, height, hash, time }) => {
      return [`${txid}:${vout}`, { transaction: { txid, block: { height, hash, time } }, vout, value: BigInt(value) }];
    });
  }

  /** Returns the script whose SHA-256 is this (hex); undefined if no transaction has it. */
  scriptOf(hash: string): string | undefined {
    const known = this.#scripts.get(hash);
    if (known !== undefined || this.#origin.script(hash).transactions === 0) return known;
    // A transaction of its history pays to it, or spends an output that does.
    const last = this.#origin.page(hash, '').map(indexed);
    const isIt = ({ script }: { script: string }) => hashOf(script) === hash;
    const found = last.flatMap(({ outputs }) => outputs).find(isIt) ?? last.flatMap((each) => this.#spentBy(each)).find(isIt);
    if (found !== undefined) this.#scripts.set(hash, found.script);
    return found?.script;
  }

  #spentBy({ inputs }: IndexedTransaction) {
    return this.all(
      inputs.map((outpoint) => () => {
        const [txid = '', vout] = outpoint.split(':');
        return this.transaction(txid)?.outputs[Number(vout)];
      }),
    ).filter((output) => output !== undefined);
  }
}

/** How many transactions all histories that are kept have together; an empty history counts as one. */
const MOST_TRANSACTIONS = 500_000;
/** Where a serialized header has its time. */
const TIME_OFFSET = 68;

function indexed({ hex, height, hash, time }: OriginTransaction): IndexedTransaction {
  return { ...describeTransaction(parseTransaction(fromHex(hex))), block: { height, hash, time } };
}

function hashOf(script: string): string {
  return toHex(sha256(fromHex(script)));
}
