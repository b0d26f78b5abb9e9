import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { PrincipalValue, STANDARD_LENGTH } from '../../../clarity/values.js';

/** Writes principals: each one in full where it comes first, then by its number, which counts from 1. */
export class PrincipalWriter {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];

  /** How many were written. */
  get count(): number {
    return this.#ids.length;
  }

  /** Forgets all but the first ones. */
  keep(count: number): void {
    for (const id of this.#ids.splice(count)) this.#numbers.delete(id);
  }

  write(writer: ByteWriter, { id }: PrincipalValue): void {
    const number = this.#numbers.get(id) ?? 0;
    writer.number(number);
    if (number > 0) return;
    this.#numbers.set(id, this.#ids.push(id));
    writer.bytes(Buffer.from(id, 'latin1'));
  }
}

/** The counterpart of {@link PrincipalWriter}. */
export class PrincipalReader {
  readonly #reader: ByteReader;
  readonly #principals: PrincipalValue[] = [];

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  read(): PrincipalValue {
    const number = this.#reader.number();
    if (number > 0) {
      const known = this.#principals[number - 1];
      if (known === undefined) throw new RangeError(`no principal has the number ${number}`);
      return known;
    }
    const id = this.#reader.bytes().toString('latin1');
    const principal = new PrincipalValue(id, id.length > STANDARD_LENGTH ? id.slice(STANDARD_LENGTH + 1) : undefined);
    this.#principals.push(principal);
    return principal;
  }
}
