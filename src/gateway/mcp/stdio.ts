import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createByteCollector } from '#platform/read-stream.js';
import { messageOf } from '../../base/error.js';

/** The longest message, in bytes. */
const LONGEST = 10 * 2 ** 20;
/** How much of a longer message is kept, in bytes: its id is at one of its ends. */
const KEPT = 1_000;
const NEWLINE = 0x0a;

/** The codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * Creates the transport of a server whose client writes a message on each line of `input`. The one of the SDK stops reading for ever at a
 * line that is too long; this one answers it with an error, and reads on.
 */
export function createStdioTransport(input: Readable, output: Writable, longest: number = LONGEST): Transport {
  const line = createByteCollector();
  let skipped: SkippedLine | undefined;

  const transport: Transport = {
    async start() {
      input.on('data', onData);
      input.on('error', onError);
    },
    send: (message) =>
      new Promise((resolve) => {
        if (output.write(`${JSON.stringify(message)}\n`)) resolve();
        else output.once('drain', resolve);
      }),
    async close() {
      input.off('data', onData);
      input.off('error', onError);
      input.pause();
      transport.onclose?.();
    },
  };

  function onError(error: Error): void {
    transport.onerror?.(error);
  }

  function onData(chunk: Buffer): void {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      add(chunk.subarray(begin, end));
      finish();
      begin = end + 1;
    }
    add(chunk.subarray(begin));
  }

  function add(part: Buffer): void {
    if (skipped === undefined && line.size() + part.length > longest) skipped = skipLine(line.finish());
    if (skipped === undefined) line.add(part);
    else skipped.add(part);
  }

  function finish(): void {
    if (skipped === undefined) {
      receive(line.finish().toString('utf8').trim());
      return;
    }
    const id = skipped.id();
    skipped = undefined;
    refuse(id, INVALID_REQUEST, `the message is longer than ${longest} bytes. Send less, or pass the path of a file.`);
  }

  function receive(text: string): void {
    if (text === '') return;
    try {
      transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(text)));
    } catch (error) {
      // A message with an id waits for an answer, whatever else is wrong with it.
      refuse(idIn(text, text), error instanceof SyntaxError ? PARSE_ERROR : INVALID_REQUEST, 'the line is no message of JSON-RPC 2.0');
      onError(new Error(`a line is no message: ${messageOf(error)}`));
    }
  }

  function refuse(id: string | number | null, code: number, message: string): void {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  return transport;
}

/** A line that is too long, of which only the ends are kept. */
type SkippedLine = { add(part: Buffer): void; id(): string | number | null };

function skipLine(first: Buffer): SkippedLine {
  let head = Buffer.from(first.subarray(0, KEPT));
  let tail = Buffer.from(first.subarray(-KEPT));
  return {
    add(part) {
      if (head.length < KEPT) head = Buffer.concat([head, part.subarray(0, KEPT - head.length)]);
      tail = Buffer.from(Buffer.concat([tail, part.subarray(-KEPT)]).subarray(-KEPT));
    },
    id: () => idIn(head.toString('utf8'), tail.toString('utf8')),
  };
}

const ID = /(?<!\\)"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")/;

/**
 * Returns the id of a message of which the ends are known: it is outside of the objects and lists in it. Null if it is in neither end.
 * The ends are found by their brackets: a regular expression that begins anywhere takes quadratic time on a line without one.
 */
function idIn(head: string, tail: string): string | number | null {
  const [, id] = ID.exec(beginningOf(head.trimStart())) ?? ID.exec(endOf(tail.trimEnd())) ?? [];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

/** Returns the text up to the first object or list in the message. */
function beginningOf(text: string): string {
  if (!text.startsWith('{')) return '';
  const inner = text.slice(1).search(/[{[]/);
  return inner < 0 ? text : text.slice(0, inner + 1);
}

/** Returns the text behind the last object or list in the message. */
function endOf(text: string): string {
  if (!text.endsWith('}')) return '';
  const inner = text.slice(0, -1);
  return inner.slice(Math.max(inner.lastIndexOf('}'), inner.lastIndexOf(']')) + 1);
}
