import { keepFile, readKept } from '#platform/kept-file.js';
import { packagedCache } from '#platform/package-root.js';
import { join } from '#platform/paths.js';
import type { EngineOptions } from '../../stacks/engine.js';

/** More than a user switches between. */
const KEPT = 8;

/** Files that starts make, by names that say what they were made from. */
export type KeptFiles = {
  /** Returns a file, from the cache or else from the package; undefined if there is none, or it is damaged. */
  read(name: string): Uint8Array | undefined;
  /** Stores a file, and removes the oldest ones. @returns the error that prevented it */
  write(name: string, content: Uint8Array): unknown;
};

/** @param folder in the cache */
export function keptFiles({ dir, enabled }: EngineOptions['cache'], folder: string): KeptFiles {
  return {
    read: (name) => (enabled ? (readKept(join(dir, folder, name)) ?? readKept(join(packagedCache, folder, name))) : undefined),
    write: (name, content) => (enabled ? keepFile(join(dir, folder, name), content, KEPT) : undefined),
  };
}
