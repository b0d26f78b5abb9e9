import { atAsync, type PartsWriter, type PartWriter } from '../../base/storage.js';
import type { LoadedTips } from '../engine/engine.js';
import { partOf, type StateParts } from '../engine/state-parts.js';

/** Goes to one state, any number of times. */
type Return = () => void;

/** The states of all parts at one moment. */
export type SavedMoment = ReadonlyMap<string, Return>;

/** A part of the state outside the nodes that snapshots and state files include. */
export type SavedPart = {
  /** @returns the function that goes back to the present state */
  save(): Return;
  /** Goes to the state of a part that knows nothing. */
  reset(): void;
  /** Writes the state at the time of the call as what changed since the last time, or nothing. */
  write(part: PartWriter): Promise<void> | void;
  /** Whether `write` may write nothing. @default false */
  readonly isOptional?: boolean | undefined;
  /**
   * Reads a state of bytes, and changes nothing yet. @param tips those of the nodes in that state
   * @returns the function that goes to it @throws FormatError for bytes that `write` does not write
   */
  load(bytes: Uint8Array, tips: LoadedTips): Return | Promise<Return>;
};

/** The states of all parts, by the id of the snapshot that they belong to. */
export type SavedStates = {
  /** Adds a part. Parts return to a state in the order in which they were added. @param name of the part in state files */
  add(name: string, part: SavedPart): void;
  /** Returns the present state, for `keep`. */
  present(): SavedMoment;
  /** Stores a state under the id of a snapshot, until `forget`. */
  keep(id: string, moment: SavedMoment): void;
  forget(id: string): void;
  /** Returns all parts to the state of a snapshot. A part that has none for it is reset. */
  restore(id: string): void;
  /** Writes the state at the time of the call as what changed since the last time, by the names of the parts. */
  write(parts: PartsWriter): Promise<void>;
  /** Stores a state of bytes under the id of a snapshot, as `keep` does. */
  load(id: string, bytes: StateParts, tips: LoadedTips): Promise<void>;
};

export function createSavedStates(): SavedStates {
  const parts = new Map<string, SavedPart>();
  const states = new Map<string, SavedMoment>();
  return {
    add(name, part) {
      parts.set(name, part);
    },
    present: () => new Map([...parts].map(([name, part]) => [name, part.save()])),
    keep(id, moment) {
      states.set(id, moment);
    },
    forget(id) {
      states.delete(id);
    },
    restore(id) {
      const state = states.get(id);
      for (const [name, part] of parts) (state?.get(name) ?? part.reset)();
    },
    async write(writer) {
      await Promise.all([...parts].map(([name, part]) => part.write(writer.part(name))));
    },
    async load(id, bytes, tips) {
      const state = new Map<string, Return>();
      for (const [name, part] of parts) {
        if (part.isOptional === true && !bytes.has(name)) continue;
        const own = partOf(bytes, name);
        state.set(name, await atAsync(name, async () => part.load(own, tips)));
      }
      states.set(id, state);
    },
  };
}
