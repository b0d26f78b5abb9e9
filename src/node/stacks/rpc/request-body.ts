import type { Readable } from 'node:stream';
import { readStream } from '../../../system/read-stream.js';

/** The size limit of a body: 16 MB and one byte. */
const MAX_BODY = 16 * 1024 * 1024 + 1;

/** Reads a body; undefined if it is too big, without reading the rest. @throws the error of the stream */
export async function readBody(body: Readable | Uint8Array | undefined): Promise<Buffer | undefined> {
  if (body === undefined) return Buffer.alloc(0);
  return body instanceof Uint8Array ? Buffer.from(body) : readStream(body, MAX_BODY);
}
