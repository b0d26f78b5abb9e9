/** Messages of the Debug Adapter Protocol, as far as this adapter reads and writes them (microsoft.github.io/debug-adapter-protocol). */

export type Body = Readonly<Record<string, unknown>>;
export type DapRequest = { readonly seq: number; readonly type: 'request'; readonly command: string; readonly arguments: Body };
export type DapMessage =
  | DapRequest
  | {
      readonly seq: number;
      readonly type: 'response';
      readonly request_seq: number;
      readonly success: boolean;
      readonly command: string;
      readonly message?: string;
      readonly body?: Body;
    }
  | { readonly seq: number; readonly type: 'event'; readonly event: string; readonly body?: Body };

/** The longest header and message, in bytes. */
const MAX_HEADER = 1_000;
const MAX_MESSAGE = 10_000_000;
const SEPARATOR = '\r\n\r\n';
/** A header of HTTP is none of the protocol: no page of a browser can speak it by accident, or on purpose. */
const HEADER = /^Content-Length: *(\d{1,9})(?:\r\nContent-Type: *[^\r\n]*)?$/i;

export function encodeMessage(message: DapMessage): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}${SEPARATOR}${text}`;
}

/** Reads messages out of a stream of bytes. */
export class MessageReader {
  #pending = Buffer.alloc(0);
  /** What came since `#pending` was read: a long message of small parts is joined once. */
  #parts: Uint8Array[] = [];
  #missing = 0;

  /** Returns the messages that are complete now. @throws Error for bytes that are not of the protocol */
  push(bytes: Uint8Array): DapMessage[] {
    this.#parts.push(bytes);
    this.#missing -= bytes.length;
    if (this.#missing > 0) return [];
    this.#pending = Buffer.concat([this.#pending, ...this.#parts]);
    this.#parts = [];
    const messages: DapMessage[] = [];
    for (let next = this.#take(); next !== undefined; next = this.#take()) messages.push(next);
    return messages;
  }

  #take(): DapMessage | undefined {
    const end = this.#pending.indexOf(SEPARATOR);
    if (end < 0 && this.#pending.length > MAX_HEADER) throw new Error('The header of a message is too long.');
    if (end < 0) return undefined;
    const length = Number(HEADER.exec(this.#pending.toString('latin1', 0, end))?.[1]);
    if (!(length <= MAX_MESSAGE)) throw new Error('Expected a message of the Debug Adapter Protocol with a Content-Length.');
    const start = end + SEPARATOR.length;
    this.#missing = Math.max(0, start + length - this.#pending.length);
    if (this.#missing > 0) return undefined;
    const text = this.#pending.toString('utf8', start, start + length);
    this.#pending = this.#pending.subarray(start + length);
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || !('type' in message)) throw new Error('Expected a message with a type.');
    return message as DapMessage;
  }
}

/** Returns an argument of a request if it has the expected type. */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(body: Body, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function objectOf(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

export function listOf(body: Body, name: string): readonly Body[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter((one): one is Body => typeof one === 'object' && one !== null) : [];
}

export function textsOf(body: Body, name: string): readonly string[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
