import type { AnyEpochName, Epoch } from '../../../../clarity/epoch.js';
import type { Reader } from './codec.js';
import { shapeAt } from './codecs.js';
import type { Part } from './message-encoder.js';
import type { SharedContracts } from './shared-contracts.js';

/** Puts together again what a {@link Packer} took apart, part by part. */
export class Unpacker {
  readonly #objects: unknown[] = [];
  readonly #reader: Reader;
  #tape: readonly unknown[] = [];
  #at = 0;

  constructor(contracts: SharedContracts, epoch: (name: AnyEpochName) => Epoch) {
    this.#reader = { contracts, epoch, raw: <T>() => this.#next() as T, ref: <T>() => this.#resolve(this.#next()) as T };
  }

  /** Takes the next part. @returns the message after the last one */
  take({ tape, root }: Part): { readonly message: unknown } | undefined {
    this.#tape = tape;
    for (this.#at = 0; this.#at < tape.length; ) this.#objects.push(shapeAt(this.#next() as number).read(this.#reader));
    return root && { message: this.#resolve(root[0]) };
  }

  #next(): unknown {
    return this.#tape[this.#at++];
  }

  #resolve(entry: unknown): unknown {
    return typeof entry === 'number' ? this.#objects[entry] : entry;
  }
}
