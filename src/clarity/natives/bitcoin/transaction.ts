/** A Bitcoin transaction, as far as contracts ask for it (`native_get_bitcoin_tx_output`, clarity/src/vm/functions/bitcoin.rs). */
export type BitcoinTransaction = {
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  /** What its txid is the hash of. */
  readonly withoutWitness: Uint8Array;
};

/** Reads a serialized transaction (BIP-144), or returns undefined for anything else. Nothing may follow it. */
export function readTransaction(bytes: Uint8Array): BitcoinTransaction | undefined {
  try {
    return new Reader(bytes).transaction();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What is read beyond the end, and numbers that are not minimal, throw a RangeError. */
class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  transaction(): BitcoinTransaction {
    this.#skip(4);
    const inputs = this.#count();
    if (inputs > 0) return this.#withoutWitnesses(4, inputs);
    const flag = this.#byte();
    // The node reads two zeros as a transaction without inputs and outputs.
    if (flag === 0) return this.#end([], [this.#bytes.subarray(0, 4), Uint8Array.of(0, 0)]);
    if (flag !== 1) throw new RangeError('unknown flag of witnesses');
    return this.#withWitnesses();
  }

  #withoutWitnesses(start: number, inputs: number): BitcoinTransaction {
    this.#skipInputs(inputs);
    const outputs = this.#outputs();
    return this.#end(outputs, [this.#bytes.subarray(0, start), this.#bytes.subarray(start, this.#at)]);
  }

  #withWitnesses(): BitcoinTransaction {
    const start = this.#at;
    const inputs = this.#count();
    this.#skipInputs(inputs);
    const outputs = this.#outputs();
    const end = this.#at;
    let hasWitness = inputs === 0;
    for (let input = 0; input < inputs; input++) {
      const items = this.#count();
      if (items > 0) hasWitness = true;
      for (let item = 0; item < items; item++) this.#skip(this.#count());
    }
    if (!hasWitness) throw new RangeError('no witness in spite of the flag');
    return this.#end(outputs, [this.#bytes.subarray(0, 4), this.#bytes.subarray(start, end)]);
  }

  /** Reads the lock time, with which the transaction must end. */
  #end(outputs: BitcoinTransaction['outputs'], parts: readonly Uint8Array[]): BitcoinTransaction {
    const lockTime = this.#take(4);
    if (this.#at !== this.#bytes.length) throw new RangeError('bytes after the transaction');
    const all = [...parts, lockTime];
    const withoutWitness = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of all) {
      withoutWitness.set(part, at);
      at += part.length;
    }
    return { outputs, withoutWitness };
  }

  #skipInputs(count: number): void {
    for (let input = 0; input < count; input++) {
      this.#skip(36);
      this.#skip(this.#count());
      this.#skip(4);
    }
  }

  #outputs(): BitcoinTransaction['outputs'] {
    const count = this.#count();
    const outputs: { amount: bigint; script: Uint8Array }[] = [];
    for (let output = 0; output < count; output++) {
      const amount = this.#view.getBigUint64(this.#skip(8), true);
      outputs.push({ amount, script: this.#take(this.#count()).slice() });
    }
    return outputs;
  }

  #byte(): number {
    return this.#take(1)[0] as number;
  }

  #take(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Returns where what was skipped begins. */
  #skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new RangeError('the transaction is cut off');
    this.#at = start + length;
    return start;
  }

  /** A CompactSize, which must be minimal. */
  #count(): number {
    const first = this.#byte();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.#skip(2), true), 0xfd]
        : first === 0xfe
          ? [this.#view.getUint32(this.#skip(4), true), 0x1_0000]
          : [Number(this.#view.getBigUint64(this.#skip(8), true)), 0x1_0000_0000];
    if (value < least) throw new RangeError('a number is not minimal');
    return value;
  }
}
