/** Goes to one state, any number of times. */
type Return = () => void;

/** A part of the state outside the nodes that snapshots and state files include. */
export type SavedPart = {
  /** @returns the function that goes back to the present state */
  save(): Return;
  /** Goes to the state of a part that knows nothing. */
  reset(): void;
  /** Returns the state at the time of the call as bytes; undefined if there is nothing to write. */
  dump(): Uint8Array | Promise<Uint8Array> | undefined;
  /** Reads a state of bytes. @returns the function that goes to it */
  load(bytes: Uint8Array): Return | Promise<Return>;
};

/** The states of all parts, by the id of the snapshot that they belong to. */
export type SavedStates = {
  /** Adds a part. Parts return to a state in the order in which they were added. @param name of the part in state files */
  add(name: string, part: SavedPart): void;
  /** Stores the present state under the id of a snapshot, until `forget`. */
  keep(id: string): void;
  forget(id: string): void;
  /** Returns all parts to the state of a snapshot. A part that has none for it is reset. */
  restore(id: string): void;
  /** Returns the state at the time of the call as bytes, by the names of the parts. */
  dump(): Promise<Map<string, Uint8Array>>;
  /** Stores a state of bytes under the id of a snapshot, as `keep` does. */
  load(id: string, bytes: ReadonlyMap<string, Uint8Array>): Promise<void>;
};

export function createSavedStates(): SavedStates {
  const parts = new Map<string, SavedPart>();
  const states = new Map<string, ReadonlyMap<string, Return>>();
  return {
    add(name, part) {
      parts.set(name, part);
    },
    keep(id) {
      states.set(id, new Map([...parts].map(([name, part]) => [name, part.save()])));
    },
    forget(id) {
      states.delete(id);
    },
    restore(id) {
      const state = states.get(id);
      for (const [name, part] of parts) (state?.get(name) ?? part.reset)();
    },
    async dump() {
      const dumped = [...parts].map(([name, part]) => [name, part.dump()] as const);
      const bytes = await Promise.all(dumped.map(async ([name, state]) => [name, await state] as const));
      return new Map(bytes.flatMap(([name, state]) => (state === undefined ? [] : [[name, state]])));
    },
    async load(id, bytes) {
      const state = new Map<string, Return>();
      for (const [name, part] of parts) {
        const own = bytes.get(name);
        if (own !== undefined) state.set(name, await part.load(own));
      }
      states.set(id, state);
    },
  };
}
