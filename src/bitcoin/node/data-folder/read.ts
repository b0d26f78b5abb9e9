import { createReadStream, rename, writeFile } from '#platform/files.js';
import { isMissing } from '#platform/read-if-exists.js';

const PIECE_SIZE = 4_000_000;

/** Yields the content of a file in pieces, because a file may be larger than a buffer. Yields nothing if there is none. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: PIECE_SIZE });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Replaces a file as a whole, so that an interruption leaves the old one. */
export async function replaceFile(path: string, content: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
