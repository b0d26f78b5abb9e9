import { sha512_256 } from '../../../protocol/codec/hash.js';
import { u32 } from '../../../protocol/codec/writer.js';
import type { Result } from '../../clarity/result.js';

/** A transaction with its complete result, which the node reports once and does not store; `txid` is hex without 0x. */
export type ExecutedTransaction = { readonly raw: Buffer; readonly txid: string; readonly result: Result };

/** The layout of a record: the lengths of `raw` and `repr`, the txid, then both. */
const TXID = 8;
const RAW = TXID + 32;

/** A transaction in a block as a view of the block's record: a chain has many, and keeps them all. */
export class MinedTransaction {
  readonly #bytes: Buffer;
  readonly #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The record of what is to be kept of a transaction, in parts. */
  static record({ raw, txid, result }: ExecutedTransaction): Buffer[] {
    const repr = Buffer.from(result.repr);
    return [u32(raw.length), u32(repr.length), Buffer.from(txid, 'hex'), raw, repr];
  }

  /** Hex without 0x. */
  get txid(): string {
    return this.#bytes.toString('hex', this.#at + TXID, this.#at + RAW);
  }

  /** A copy. */
  get raw(): Buffer {
    return Buffer.from(this.#bytes.subarray(this.#at + RAW, this.#rawEnd));
  }

  /** Whether the txid is the hash of the transaction. */
  get isWhole(): boolean {
    return sha512_256(this.#bytes.subarray(this.#at + RAW, this.#rawEnd)).equals(this.#bytes.subarray(this.#at + TXID, this.#at + RAW));
  }

  /** The result as the node prints it. */
  get repr(): string {
    return this.#bytes.toString('utf8', this.#rawEnd, this.end);
  }

  /** The offset of the next record. */
  get end(): number {
    return this.#rawEnd + this.#bytes.readUInt32BE(this.#at + 4);
  }

  get #rawEnd(): number {
    return this.#at + RAW + this.#bytes.readUInt32BE(this.#at);
  }
}
