import { constants } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { isExcluded } from './excluded-files.js';

/**
 * Copies a state folder. Creates or replaces the target completely or not at all. Btrfs, XFS and APFS share the blocks.
 */
export async function copyState(source: string, target: string): Promise<void> {
  const partial = `${target}.${process.pid}.partial`;
  try {
    // cp of Node makes it with mkdir's recursion.
    makeFolder(dirname(target));
    await cp(source, partial, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (file) => !isExcluded(file),
    });
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
