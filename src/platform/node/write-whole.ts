import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Writes a file, and its folder if it is missing. An interruption leaves the file as it was before.
 * @param mode its permissions @default only its owner may read it
 */
export async function writeWhole(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  makeFolder(path.dirname(file));
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(unfinished, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
