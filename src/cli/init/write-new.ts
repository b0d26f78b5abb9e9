import path from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { writeNewOutput } from '#platform/write-output.js';

/** Writes the files that do not exist yet. Those that exist stay as they are. @param files the text of each, by its path in the folder */
export async function writeNew(folder: string, files: Readonly<Record<string, string>>): Promise<{ written: string[]; kept: string[] }> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    makeFolder(path.dirname(file));
    const into = (await writeNewOutput(name, file, text)) ? written : kept;
    into.push(name);
  }
  return { written, kept };
}

/** Says which files were written. */
export function describeNew({ written, kept }: { written: readonly string[]; kept: readonly string[] }): string[] {
  return [...written.map((name) => `wrote ${name}`), ...kept.map((name) => `kept ${name}, which exists`)];
}
