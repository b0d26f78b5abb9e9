import type { Epoch } from '../epoch.js';
import type { Type } from '../types/type.js';
import { deserializeAs } from '../values/deserialize.js';
import type { Value } from '../values/value.js';

/** A value of a variable or map as its consensus serialization. It is decoded when it is first read: only its contract knows its type. */
export class SerializedValue {
  readonly bytes: Uint8Array;
  /** As `StoredValue.size`. */
  readonly size: number;
  readonly #epoch: Epoch;
  #decoded: { readonly value: Value; readonly size: number } | undefined;

  /** @param epoch by whose rules it is decoded */
  constructor(bytes: Uint8Array, size: number, epoch: Epoch) {
    this.bytes = bytes;
    this.size = size;
    this.#epoch = epoch;
  }

  /** @param type always the same */
  as(type: Type): { readonly value: Value; readonly size: number } {
    this.#decoded ??= { value: deserializeAs(type, this.bytes, this.#epoch), size: this.size };
    return this.#decoded;
  }
}
