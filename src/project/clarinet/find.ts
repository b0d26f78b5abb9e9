import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from '#platform/exists.js';
import { invalid } from '../../base/error.js';

const MANIFEST = 'Clarinet.toml';

/** Returns the path of the `Clarinet.toml` in a folder or the closest folder above it; undefined without one. */
export async function findManifest(directory: string): Promise<string | undefined> {
  for (let folder = directory; ; folder = dirname(folder)) {
    const file = join(folder, MANIFEST);
    if (await exists(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Returns the path of the `Clarinet.toml` that a setting names.
 * @param path a folder, or the file itself
 * @param field what the message names
 * @throws DevnetError INVALID_INPUT if there is none
 */
export async function manifestAt(path: string, field: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  const file = found?.isDirectory() === true ? join(path, MANIFEST) : path;
  const isPresent = found?.isDirectory() === true ? await exists(file) : found !== undefined && path.endsWith('.toml');
  if (!isPresent)
    throw invalid(
      field,
      `a folder with ${MANIFEST}, or the path of such a file`,
      path,
      'Check the path, or set project to false (--no-project, DEVNET_PROJECT=false).',
    );
  return file;
}
