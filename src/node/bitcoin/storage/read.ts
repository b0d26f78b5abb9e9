import { readFile, rename, writeFile } from 'node:fs/promises';

/** Returns the content of a file, or undefined if there is none. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file as a whole, so that an interruption leaves the old one. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
