import { type BodyReader, createBodyReader } from './body.js';
import { HttpFault } from './fault.js';
import { type HttpHead, isCurrent, parseHead } from './head.js';

export type HttpRequest = HttpHead & { body: Buffer };

/** Assembles the requests of one connection from its chunks. */
export type RequestReader = {
  /** Whether part of a request has arrived. */
  isWithin(): boolean;
  /** The number of buffered bytes behind the current request. */
  waiting(): number;
  push(chunk: Buffer): void;
  /** Returns the next complete request, or undefined if it is incomplete. @throws HttpFault if it is malformed */
  next(): HttpRequest | undefined;
};

export type ReaderLimits = {
  /** Bytes of the first line and all headers. */
  maxHeadSize: number;
  /** The maximum of bytes of the body. Asked only for bodies longer than {@link SHORT_BODY}. */
  maxBodySize(head: HttpHead): number;
};

/** Bytes that every body may have. */
const SHORT_BODY = 65_536;

const MALFORMED = 400;
const EXPECTATION_FAILED = 417;
const NONE = Buffer.alloc(0);

/** Creates a reader. @param onExpect called when the client waits before it sends the body (`Expect: 100-continue`) */
export function createRequestReader({ maxHeadSize, maxBodySize }: ReaderLimits, onExpect: () => void): RequestReader {
  let waiting: Buffer = NONE;
  let current: { head: HttpHead; body: BodyReader } | undefined;

  const begin = () => {
    const end = endOfHead(waiting);
    if ((end?.at ?? waiting.length) > maxHeadSize) throw new HttpFault(MALFORMED);
    if (end === undefined) return undefined;
    const head = parseHead(waiting.toString('latin1', 0, end.at));
    const body = createBodyReader(head, limitOf(head));
    waiting = waiting.subarray(end.next);
    checkExpectation(head, waiting.length === 0 ? onExpect : () => {});
    return { head, body };
  };

  const limitOf = (head: HttpHead) => {
    let limit: number | undefined;
    return (size: number): boolean => {
      if (size <= SHORT_BODY) return true;
      limit ??= maxBodySize(head);
      return size <= limit;
    };
  };

  return {
    isWithin: () => current !== undefined || waiting.length > 0,
    waiting: () => waiting.length,
    push: (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    },
    next: () => {
      current ??= begin();
      if (current === undefined) return undefined;
      const { head, body } = current;
      const rest = body.take(waiting);
      waiting = rest ?? NONE;
      if (rest === undefined) return undefined;
      current = undefined;
      return { ...head, body: body.finish() };
    },
  };
}

/** The offsets of the empty line after the headers, and of the body. */
function endOfHead(bytes: Buffer): { at: number; next: number } | undefined {
  if (bytes[0] === 0x0a || (bytes[0] === 0x0d && bytes[1] === 0x0a)) throw new HttpFault(MALFORMED);
  const strict = bytes.indexOf('\r\n\r\n');
  const lenient = bytes.subarray(0, strict < 0 ? bytes.length : strict).indexOf('\n\n');
  if (lenient >= 0) return { at: lenient, next: lenient + 2 };
  return strict < 0 ? undefined : { at: strict, next: strict + 4 };
}

function checkExpectation({ version, header }: HttpHead, onExpect: () => void): void {
  const expected = header('expect')?.toLowerCase();
  if (expected === undefined || !isCurrent(version)) return;
  if (expected !== '100-continue') throw new HttpFault(EXPECTATION_FAILED);
  onExpect();
}
