import type { Epoch } from '../epoch.js';
import type { Type } from '../types/type.js';
import { deserializeAs } from '../values/deserialize.js';
import type { Value } from '../values/value.js';

type Decoded = { readonly value: Value; readonly size: number; readonly surplus: string | undefined };

/** A value of a variable or map as its consensus serialization. It is decoded when it is first read: only its contract knows its type. */
export class SerializedValue {
  readonly bytes: Uint8Array;
  /** As `StoredValue.size`. */
  readonly size: number;
  /** As `StoredValue.surplus`. */
  readonly surplus: string | undefined;
  readonly #epoch: Epoch;
  #decoded: Decoded | undefined;

  /** @param epoch by whose rules it is decoded */
  constructor({ bytes, size, surplus }: Pick<SerializedValue, 'bytes' | 'size' | 'surplus'>, epoch: Epoch) {
    this.bytes = bytes;
    this.size = size;
    this.surplus = surplus;
    this.#epoch = epoch;
  }

  /** @param type always the same */
  as(type: Type): Decoded {
    this.#decoded ??= { value: deserializeAs(type, this.bytes, this.#epoch), size: this.size, surplus: this.surplus };
    return this.#decoded;
  }
}
