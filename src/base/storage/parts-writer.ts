import { PartWriter, type Splice } from './part-writer.js';

/** What changed in the parts of a state, by their names. */
export type PartChanges = ReadonlyMap<string, readonly Splice[]>;

/** Writes the parts of a state again and again, each time as what changed since the last time. */
export class PartsWriter {
  readonly #parts = new Map<string, PartWriter>();

  /** Returns the writer of a part, at its first section. */
  part(name: string): PartWriter {
    const part = this.#parts.get(name) ?? new PartWriter();
    this.#parts.set(name, part);
    part.begin();
    return part;
  }

  /** Returns the bytes of each section of each part. */
  layout(): Map<string, readonly number[]> {
    return new Map([...this.#parts].map(([name, { lengths }]) => [name, lengths]));
  }

  /** Returns what changed since the last call. */
  changes(): PartChanges {
    const changes = [...this.#parts].map(([name, part]) => [name, part.changes()] as const);
    return new Map(changes.filter(([, splices]) => splices.length > 0));
  }
}
