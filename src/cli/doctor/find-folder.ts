import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, failedCheck } from './finding.js';

/** Checks whether this user can write to a folder, or create it, and whether its disk has space. Writes nothing. */
export async function findFolder(item: string, folder: string, neededMiB: number): Promise<Finding> {
  try {
    const present = await nearestPresent(folder);
    await access(present, constants.W_OK);
    const { bavail, bsize } = await statfs(present);
    const freeMiB = Math.floor((bavail * bsize) / 2 ** 20);
    const ok = freeMiB >= neededMiB;
    const room = `${folder}, ${freeMiB} MiB free`;
    return ok ? { item, ok, text: room } : { item, ok, text: `${room}, ${neededMiB} MiB needed`, hint: `df -h ${present}` };
  } catch (error) {
    return { ...failedCheck(item, error), hint: `ls -ld ${folder}` };
  }
}

/** Returns the folder itself, or the existing one above it. @throws ENOTDIR if a file is in the way */
async function nearestPresent(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return undefined;
    throw error;
  });
  if (found === undefined) return nearestPresent(dirname(folder));
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}
