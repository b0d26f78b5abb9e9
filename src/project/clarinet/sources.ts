import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readClarity } from '#platform/read-clarity.js';
import { removeSimnet } from '../source/remove-simnet.js';

/** A Clarity file: its path relative to the root of the project, with `/` between folders, and its text as a network has it. */
export type SourceFile = { path: string; source: string };

/** Folders of other projects. Those with a dot at the beginning are left out, too. */
const SKIPPED = 'node_modules';

/**
 * Reads all Clarity files in the folder of a project, whether or not its manifest names them; files that cannot be read are left out. A
 * file with code for the simnet has two entries, with and without it.
 */
export async function findSources(root: string): Promise<SourceFile[]> {
  const files = await clarityFiles(root);
  const read = await Promise.all(
    files.map(async (file) => {
      const path = relative(root, file).split(sep).join('/');
      const text = await readClarity(file).catch(() => undefined);
      if (text === undefined) return [];
      return [...new Set([text, removeSimnet(text)])].map((source) => ({ path, source }));
    }),
  );
  return read.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function clarityFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name.startsWith('.') || entry.name === SKIPPED ? [] : clarityFiles(path);
      return entry.isFile() && entry.name.endsWith('.clar') ? [path] : [];
    }),
  );
  return found.flat();
}
