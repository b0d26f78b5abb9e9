import type { Readable } from 'node:stream';

/** The size limit of a body: 16 MB and one byte. */
const MAX_BODY = 16 * 1024 * 1024 + 1;

/** Reads a body; undefined if it is too big, without reading the rest. @throws the error of the stream */
export async function readBody(body: Readable | Uint8Array | undefined): Promise<Buffer | undefined> {
  if (body === undefined) return Buffer.alloc(0);
  return body instanceof Uint8Array ? Buffer.from(body) : readStream(body);
}

function readStream(body: Readable): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY) {
        body.pause();
        resolve(undefined);
      } else chunks.push(chunk);
    });
    body.once('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    body.once('error', reject);
    // The client disconnected before the end of its body. Every stream closes, and an error has a stack trace.
    body.once('close', () => body.readableEnded || reject(new Error('the request broke off')));
  });
}
