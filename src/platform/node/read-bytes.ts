import type { Readable } from 'node:stream';
import { DevnetError } from '../../base/error.js';
import { readStream } from './read-stream.js';

/** The longest answer of a server that this program knows, in bytes. A longer one does not fit into a text of V8. */
const LONGEST_ANSWER = 256 * 1024 * 1024;

/** Reads a body to its end. Rejects as {@link Http.send} does. @throws DevnetError RPC for an answer that is too long */
export async function readBytes(body: Readable, signal?: AbortSignal, limit = LONGEST_ANSWER): Promise<Buffer> {
  const bytes = await readStream(body, limit).catch((error: unknown) => {
    throw signal?.aborted === true ? signal.reason : error;
  });
  if (bytes !== undefined) return bytes;
  body.destroy();
  throw new DevnetError('RPC', `The answer is longer than ${limit < 2 ** 20 ? `${limit / 2 ** 10} KiB` : `${limit / 2 ** 20} MiB`}.`);
}
