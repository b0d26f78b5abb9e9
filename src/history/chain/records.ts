import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { type PackedReceipt, packReceipt } from '../../chains/stacks/receipt/packed-receipt.js';
import type { StacksBlockEvent, StacksBlockFacts, UnknownOutcome } from '../../engines/engine-event.js';

/** A Stacks block with its transactions as an engine reported it. Whether it is canonical, the chain knows. */
export class BlockRecord {
  readonly facts: StacksBlockFacts;
  /** In the order of their execution. */
  readonly transactions: readonly TransactionRecord[];
  /** Mined transactions that the nodes report no outcome for. */
  readonly unknownOutcomes: readonly UnknownOutcome[];

  constructor({ type: _type, receipts, unknownOutcomes = [], ...facts }: StacksBlockEvent) {
    this.facts = facts;
    this.transactions = receipts.map((receipt) => new TransactionRecord(this, receipt));
    this.unknownOutcomes = unknownOutcomes;
  }

  get height(): number {
    return this.facts.height;
  }

  get hash(): string {
    return this.facts.hash;
  }
}

/** A mined transaction: its receipt, in little memory, and its block. */
export class TransactionRecord {
  readonly block: BlockRecord;
  readonly index: number;
  readonly packed: PackedReceipt;

  constructor(block: BlockRecord, receipt: StacksReceipt) {
    this.block = block;
    this.index = receipt.txIndex;
    this.packed = packReceipt(receipt);
  }

  /** With 0x. */
  get txid(): string {
    return this.packed.txid;
  }

  receipt(): StacksReceipt {
    return this.packed.unpack();
  }
}
