import { timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { exists } from '#platform/exists.js';
import { readKeys } from './key-file.js';
import type { KeyEntry, KeyRing } from './key-store.js';
import { hashKey } from './keys.js';

/** Reads a file of keys again whenever it has changed, which costs one look at it per question: a revoked key is refused at once. */
export function createKeyRing(file: string): KeyRing {
  let seen = '';
  let keys: readonly KeyEntry[] = [];
  const refresh = async (): Promise<void> => {
    const state = await stateOf(file);
    if (state === seen) return;
    keys = await readKeys(file);
    seen = state;
  };
  return {
    async find(key) {
      await refresh();
      const hash = hashKey(key);
      let found: string | undefined;
      // Compares all keys even after a match, so that the time reveals nothing.
      for (const entry of keys) {
        if (timingSafeEqual(hash, Buffer.from(entry.hash, 'hex')) && entry.revokedAt === undefined) found = entry.id;
      }
      return found;
    },
  };
}

/** Returns what changes with the contents of a file; a file that is not there has a state, too. */
async function stateOf(file: string): Promise<string> {
  // A browser has no files, and says so to who looks at one.
  if (!(await exists(file))) return 'none';
  return stat(file, { bigint: true }).then(
    ({ ino, mtimeNs, size }) => `${ino} ${mtimeNs} ${size}`,
    () => 'none',
  );
}
