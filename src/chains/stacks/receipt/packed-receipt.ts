import { without0x } from '../../../hex.js';
import type { StacksReceipt } from './node-receipt.js';

/** A receipt in a third of an object's memory, for long histories. */
export class PackedReceipt {
  readonly txid: string;
  /** One character for each byte: of the receipt as JSON in UTF-8, a newline, and the raw transaction. */
  readonly #bytes: string;

  constructor({ txid, rawTx, events, ...rest }: StacksReceipt) {
    this.txid = txid;
    // events repeat the txid
    const text = JSON.stringify({ ...rest, events: events.map((event) => (event.txid === txid ? { ...event, txid: '' } : event)) });
    this.#bytes = Buffer.concat([Buffer.from(`${text}\n`), Buffer.from(without0x(rawTx), 'hex')]).toString('latin1');
  }

  /** Returns a new receipt, equal to the packed one. */
  unpack(): StacksReceipt {
    const { txid } = this;
    const bytes = Buffer.from(this.#bytes, 'latin1');
    // JSON has no newline of its own
    const end = bytes.indexOf('\n');
    const { events, ...rest } = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<StacksReceipt, 'txid' | 'rawTx'>;
    for (const event of events) if (event.txid === '') event.txid = txid;
    return { txid, rawTx: `0x${bytes.toString('hex', end + 1)}`, ...rest, events };
  }
}

const packed = new WeakMap<StacksReceipt, PackedReceipt>();

/** Packs a receipt; packing the same receipt again shares the bytes. */
export function packReceipt(receipt: StacksReceipt): PackedReceipt {
  let made = packed.get(receipt);
  if (made === undefined) {
    made = new PackedReceipt(receipt);
    packed.set(receipt, made);
  }
  return made;
}
