import { readStream } from '#platform/read-stream.js';
import type { Readable } from '#platform/streams.js';
import { isBytes } from '../../../base/is-bytes.js';
import { NODE_BODY_LIMIT } from '../../body-limit.js';

/** Reads a body; undefined if it is too big, without reading the rest. @throws the error of the stream */
export async function readBody(body: Readable | Uint8Array | undefined): Promise<Buffer | undefined> {
  if (body === undefined) return Buffer.alloc(0);
  return isBytes(body) ? Buffer.from(body) : readStream(body, NODE_BODY_LIMIT);
}
