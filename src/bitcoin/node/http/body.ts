import { createByteCollector } from '#platform/read-stream.js';
import { HttpFault } from './fault.js';
import type { HttpHead } from './head.js';

/** Reads a request's body. */
export type BodyReader = {
  /** Reads a chunk. @returns the bytes after the body, or undefined while the body is incomplete. @throws HttpFault */
  take(chunk: Buffer): Buffer | undefined;
  finish(): Buffer;
};

const MALFORMED = 400;
const TOO_LARGE = 413;
const MAX_CHUNK_LINE = 1024;
/** Other methods have no body, whatever their headers say. */
const METHODS_WITH_BODY = ['POST', 'PUT'];

/** Creates the reader of a request's body. @param fits whether the request may have so many bytes @throws HttpFault 400 or 413 */
export function createBodyReader({ method, header }: HttpHead, fits: (size: number) => boolean): BodyReader {
  if (!METHODS_WITH_BODY.includes(method)) return sized(0);
  if (header('transfer-encoding')?.toLowerCase() === 'chunked') return chunked(fits);
  const text = header('content-length');
  if (text === undefined) return sized(0);
  if (!/^\+?\d+$/.test(text)) throw new HttpFault(MALFORMED);
  const length = Number(text);
  if (!fits(length)) throw new HttpFault(TOO_LARGE);
  return sized(length);
}

function sized(length: number): BodyReader {
  const body = createByteCollector();
  let left = length;
  return {
    take: (chunk) => {
      const part = chunk.length > left ? chunk.subarray(0, left) : chunk;
      body.add(part);
      left -= part.length;
      return left > 0 ? undefined : chunk.subarray(part.length);
    },
    finish: body.finish,
  };
}

/** Each chunk follows a line with its length in hex. A chunk of length 0 and ignored trailers end the body. */
function chunked(fits: (size: number) => boolean): BodyReader {
  const body = createByteCollector();
  let size = 0;
  let left = 0;
  let isTrailer = false;
  let waiting: Buffer = Buffer.alloc(0);

  /** Removes and returns the first pending line, without its end. Returns undefined while the line is incomplete. */
  const line = (): string | undefined => {
    const end = waiting.indexOf(0x0a);
    if (end < 0 && waiting.length > MAX_CHUNK_LINE) throw new HttpFault(TOO_LARGE);
    if (end < 0) return undefined;
    const text = waiting.toString('latin1', 0, end).replace(/\r$/, '');
    waiting = waiting.subarray(end + 1);
    return text;
  };

  const begin = (text: string) => {
    // An empty line ends the previous chunk.
    if (text === '') return;
    const [, digits] = /^([\da-f]+)(?: .*)?$/i.exec(text) ?? [];
    // bitcoind answers 413 for an invalid length, too.
    if (digits === undefined) throw new HttpFault(TOO_LARGE);
    left = Number.parseInt(digits, 16);
    size += left;
    if (!fits(size)) throw new HttpFault(TOO_LARGE);
    isTrailer = left === 0;
  };

  return {
    take: (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      for (;;) {
        if (left > 0) {
          const part = waiting.subarray(0, left);
          body.add(part);
          left -= part.length;
          waiting = waiting.subarray(part.length);
          if (left > 0) return undefined;
        }
        const text = line();
        if (text === undefined) return undefined;
        if (!isTrailer) begin(text);
        else if (text === '') return waiting;
      }
    },
    finish: body.finish,
  };
}
