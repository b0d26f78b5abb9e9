import type { Engine } from '../../engines/engine.js';
import { readPart, type StateParts } from '../../engines/state-parts.js';
import { DevnetError, messageOf } from '../../error.js';
import type { SavedStates } from '../../history/saved-states.js';
import type { Snapshots } from '../snapshots.js';
import { readStateFile, writeStateFile } from './format.js';

export type StateFileOptions = {
  engine: Pick<Engine, 'dump' | 'load' | 'deleteSnapshot' | 'impersonation'>;
  snapshots: Pick<Snapshots, 'restoreLoaded'>;
  /** The state outside the nodes. The engine's `restored` event restores it. */
  saved: Pick<SavedStates, 'dump' | 'load' | 'forget'>;
  /** Resolves when all parts know what was before the network was ready. */
  complete(): Promise<void>;
  version: string;
};

/** Writes the whole state of a network as bytes, and goes to a state that was written. */
export type StateFile = {
  /** @throws DevnetError UNSUPPORTED */
  dump(): Promise<Uint8Array>;
  /** @param before runs before the nodes change @throws DevnetError INVALID_INPUT, UNSUPPORTED, BUSY */
  load(bytes: Uint8Array, before: () => Promise<void>): Promise<void>;
};

/** The part with the accounts that need no signature. */
const IMPERSONATED = 'impersonated';

export function createStateFile({ engine, snapshots, saved, complete, version }: StateFileOptions): StateFile {
  return {
    async dump() {
      await complete();
      let own: Promise<Map<string, Uint8Array>> | undefined;
      let impersonated: readonly string[] = [];
      const nodes = await engine.dump(() => {
        own = saved.dump();
        impersonated = engine.impersonation?.addresses().toSorted() ?? [];
      });
      const parts = [...nodes, ...((await own) ?? [])];
      return writeStateFile(new Map([...parts, [IMPERSONATED, Buffer.from(JSON.stringify(impersonated))]]), version);
    },
    async load(bytes, before) {
      const stored = readStateFile(bytes);
      const impersonated = readImpersonated(stored);
      await complete();
      const id = await engine.load(stored).catch(unreadable);
      try {
        await saved.load(id, stored).catch(unreadable);
        await snapshots.restoreLoaded(id, before);
        engine.impersonation?.set(impersonated);
      } finally {
        saved.forget(id);
        await engine.deleteSnapshot(id);
      }
    },
  };
}

/** Before the nodes change: a file that cannot be read has no effect. @throws DevnetError */
function readImpersonated(stored: StateParts): string[] {
  try {
    const addresses = readPart<unknown>(stored, IMPERSONATED);
    if (Array.isArray(addresses) && addresses.every((address) => typeof address === 'string')) return addresses;
  } catch (error) {
    return unreadable(error);
  }
  return unreadable(new TypeError(`${IMPERSONATED} is no list of addresses`));
}

/** @throws DevnetError */
function unreadable(error: unknown): never {
  if (error instanceof DevnetError) throw error;
  // The checksum matches, so the file is as it was written.
  throw new DevnetError('INTERNAL', `the state cannot be read: ${messageOf(error)}`, { cause: error });
}
