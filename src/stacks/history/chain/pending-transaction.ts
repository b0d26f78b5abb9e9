import { without0x } from '../../../base/hex.js';
import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import { decodeRaw } from '../decode-raw.js';
import type { BlockRecord } from './records.js';

/** How many were made: their order of arrival, in all networks of the process. */
let made = 0;

/** A transaction that is in the mempool, or was and is in no block. */
export class PendingTransaction {
  /** With 0x. */
  readonly txid: string;
  readonly rawTx: string;
  /** When it was first seen, in seconds since 1970. */
  readonly since: number;
  /** The height of the Stacks chain then. */
  readonly height: number;
  /** The block that contained it and left the chain, until the node reports the transaction again. */
  readonly orphanOf: BlockRecord | undefined;
  /** Its place in the order of arrival. */
  readonly place: number = made++;
  #decoded: Transaction | undefined;

  constructor(fields: Pick<PendingTransaction, 'txid' | 'rawTx' | 'since' | 'height'> & { orphanOf?: BlockRecord }) {
    this.txid = fields.txid;
    this.rawTx = fields.rawTx;
    this.since = fields.since;
    this.height = fields.height;
    this.orphanOf = fields.orphanOf;
  }

  /** In bytes. */
  get size(): number {
    return without0x(this.rawTx).length / 2;
  }

  get transaction(): Transaction {
    this.#decoded ??= decodeRaw(this.rawTx);
    return this.#decoded;
  }
}
