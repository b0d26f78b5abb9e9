import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Removes all files of a folder but those that changed last. */
export function removeOldest(folder: string, kept: number): void {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  const changed = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const file of files.toSorted((a, b) => changed(b) - changed(a)).slice(kept)) rmSync(file, { force: true });
}
