import type { VmResult } from '../vm/types.js';

/**
 * A transaction in a block; a chain has many, and keeps them all. Its bytes are in a string of one byte each: a `Buffer` takes three
 * times as much, and one that came with a request would keep those of others alive. `txid` is hex without 0x, `repr` its result as
 * the node prints it.
 */
export class MinedTransaction {
  readonly txid: string;
  readonly repr: string;
  readonly #bytes: string;

  constructor({ raw, txid, result }: { raw: Buffer; txid: string; result: VmResult }) {
    this.txid = txid;
    this.repr = result.repr === OK_TRUE ? OK_TRUE : result.repr;
    this.#bytes = raw.toString('latin1');
  }

  /** A copy. */
  get raw(): Buffer {
    return Buffer.from(this.#bytes, 'latin1');
  }
}

/** What most results are: one text for all of them. */
const OK_TRUE = '(ok true)';
