import { list, matching, PartsImage, PartsWriter } from '../../../base/storage.js';
import { decodeAddress } from '../../../clarity/values.js';
import type { Engine } from '../../../stacks/engine.js';
import { readPart, type StateParts } from '../../../stacks/engine.js';
import type { SavedStates } from '../../../stacks/history.js';
import type { Snapshots } from '../snapshots.js';
import { readStateFile, unreadable, writeStateFile } from './format.js';

export type StateFileOptions = {
  engine: Pick<Engine, 'write' | 'load' | 'deleteSnapshot' | 'impersonation'>;
  snapshots: Pick<Snapshots, 'restoreLoaded'>;
  /** The state outside the nodes. The engine's `restored` event restores it. */
  saved: Pick<SavedStates, 'write' | 'load' | 'forget'>;
  /** Resolves when all parts know what was before the network was ready. */
  complete(): Promise<void>;
  version: string;
};

/** Writes the whole state of a network as bytes, and goes to a state that was written. */
export type StateFile = {
  /** Writes the state as what changed since the last time. One call at a time. @throws DevnetError UNSUPPORTED */
  write(parts: PartsWriter): Promise<void>;
  /** @throws DevnetError UNSUPPORTED */
  dump(): Promise<Uint8Array>;
  /** @param before runs before the nodes change @throws DevnetError INVALID_INPUT, UNSUPPORTED, BUSY */
  load(state: Uint8Array | StateParts, before: () => Promise<void>): Promise<void>;
};

/** The part with the accounts that need no signature. */
const IMPERSONATED = 'impersonated';
const ADDRESSES = list(matching('a Stacks address', (value): value is string => typeof value === 'string' && isAddress(value)));

export function createStateFile({ engine, snapshots, saved, complete, version }: StateFileOptions): StateFile {
  const write = async (parts: PartsWriter): Promise<void> => {
    await complete();
    let own: Promise<void> | undefined;
    try {
      await engine.write(parts, () => {
        own = saved.write(parts);
        parts.part(IMPERSONATED).wholeBytes(Buffer.from(JSON.stringify(engine.impersonation?.addresses().toSorted() ?? [])));
      });
    } finally {
      await own;
    }
  };
  return {
    write,
    async dump() {
      const parts = new PartsWriter();
      await write(parts);
      const image = new PartsImage();
      image.apply(parts.changes());
      return writeStateFile(image.pieces(), version);
    },
    async load(state, before) {
      const stored = state instanceof Map ? (state as StateParts) : await readStateFile(state as Uint8Array);
      await complete();
      // All of it is read before anything changes.
      const { id, impersonated } = await read(stored).catch((error: unknown) => {
        throw unreadable(error);
      });
      try {
        await snapshots.restoreLoaded(id, before);
        engine.impersonation?.set(impersonated);
      } finally {
        await forget(id);
      }
    },
  };

  async function read(stored: StateParts): Promise<{ id: string; impersonated: string[] }> {
    const impersonated = readPart(stored, IMPERSONATED, ADDRESSES);
    const { id, tips } = await engine.load(stored);
    try {
      await saved.load(id, stored, tips);
    } catch (error) {
      await forget(id);
      throw error;
    }
    return { id, impersonated };
  }

  async function forget(id: string): Promise<void> {
    saved.forget(id);
    await engine.deleteSnapshot(id);
  }
}

function isAddress(text: string): boolean {
  return decodeAddress(text) !== undefined;
}
