import { type Case, titleOf } from '../rpc/real/case.js';
import type { HttpReply, HttpRequest } from '../rpc/real/client.js';
import type { Depth } from '../rpc/real/compare.js';

/** A request of a conversation with bitcoind, and its answer. */
export type Exchange = { given: Case; reply: HttpReply };

/** What a line says of a request beside the method and its arguments, where it is not what {@link Case} says by default. */
type More = { title?: string; depth?: Depth; options?: HttpRequest };
/** A request that is not a plain call: its body as text, or in base64 if it is not UTF-8. */
type Raw = { text: string } | { base64: string };

const JSON_HEADERS = { 'content-type': 'application/json' };
/** Long strings that a file has more than once are written once. */
const LONG = /"([\w+/=]{80,})"/g;
const REFERENCE = /"(\$\d+)"/g;
const RAW = '~';

/**
 * Writes a conversation, one line for each exchange: method, arguments, answer and what else there is, with tabs between. An answer begins
 * with `!` for an error, and with `=` for a reply that is neither a plain result nor a plain error. `$1=…` is a string for later lines.
 */
export function writeConversation(exchanges: readonly Exchange[]): string {
  const lines = exchanges.map(writeExchange);
  const counts = new Map<string, number>();
  for (const line of lines) for (const [, long = ''] of line.matchAll(LONG)) counts.set(long, (counts.get(long) ?? 0) + 1);
  const names = new Map<string, string>();
  const written: string[] = [];
  for (const line of lines) {
    if (REFERENCE.test(line)) throw new Error(`a line has what looks like a reference: ${line.slice(0, 200)}`);
    const short = line.replace(LONG, (quoted, long: string) => {
      if (counts.get(long) === 1) return quoted;
      const known = names.get(long) ?? `$${names.size + 1}`;
      if (!names.has(long)) written.push(`${known}=${long}`);
      names.set(long, known);
      return `"${known}"`;
    });
    written.push(short);
  }
  return `${written.join('\n')}\n`;
}

/** Reads what {@link writeConversation} has written. */
export function readConversation(text: string): Exchange[] {
  const names = new Map<string, string>();
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, name, long] = /^(\$\d+)=(.*)$/.exec(line) ?? [];
      if (name === undefined) return [readExchange(line.replace(REFERENCE, (_, used: string) => `"${names.get(used)}"`))];
      names.set(name, long ?? '');
      return [];
    });
}

function writeExchange({ given: { title, about, body, options, depth = 'values' }, reply }: Exchange): string {
  const call = plainCall(about, body);
  const more: More = {
    ...(title !== titleOf(about, call?.params, options) && { title }),
    ...(depth !== 'values' && { depth }),
    ...(options !== undefined && Object.keys(options).length > 0 && { options }),
  };
  const request = call === undefined ? [`${RAW}${about}`, JSON.stringify(rawBody(body))] : [about, JSON.stringify(call.params)];
  return [...request, writeReply(reply), ...(Object.keys(more).length === 0 ? [] : [JSON.stringify(more)])].join('\t');
}

function readExchange(line: string): Exchange {
  const [method = '', request = '', answer = '', more = '{}'] = line.split('\t');
  const isRaw = method.startsWith(RAW);
  const about = isRaw ? method.slice(RAW.length) : method;
  const { options, depth, title = titleOf(about, isRaw ? undefined : JSON.parse(request), options) } = JSON.parse(more) as More;
  const body = isRaw ? bodyOf(JSON.parse(request)) : `{"id":1,"method":${JSON.stringify(method)},"params":${request}}`;
  return { given: { title, about, body, options, depth }, reply: readReply(answer) };
}

/** The arguments of a call that is written as most are. */
function plainCall(about: string, body: unknown): { params: unknown[] | Record<string, unknown> } | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return undefined;
  const { id, method, params, ...others } = body as Record<string, unknown>;
  const isPlain = id === 1 && method === about && typeof params === 'object' && params !== null && Object.keys(others).length === 0;
  return isPlain ? { params: params as unknown[] } : undefined;
}

function rawBody(body: unknown): Raw {
  if (Buffer.isBuffer(body)) return { base64: body.toString('base64') };
  return { text: typeof body === 'string' ? body : JSON.stringify(body) };
}

function bodyOf(raw: Raw): string | Buffer {
  return 'text' in raw ? raw.text : Buffer.from(raw.base64, 'base64');
}

function writeReply(reply: HttpReply): string {
  const { status, text } = reply;
  const [, result] = /^\{"result":(.*),"error":null,"id":1\}\n$/s.exec(text) ?? [];
  const [, error] = /^\{"result":null,"error":(.*),"id":1\}\n$/s.exec(text) ?? [];
  const short = error !== undefined && status !== 200 ? `!${status === 500 ? '' : `${status} `}${error}` : result;
  if (short !== undefined && !/[\t\n]/.test(short) && same(readReply(short), reply)) return short;
  return `=${JSON.stringify(reply)}`;
}

function readReply(answer: string): HttpReply {
  if (answer.startsWith('=')) return JSON.parse(answer.slice(1));
  const [, status = 500, error] = /^!(?:(\d+) )?(.*)$/s.exec(answer) ?? [];
  if (error === undefined) return { status: 200, headers: JSON_HEADERS, text: `{"result":${answer},"error":null,"id":1}\n` };
  return { status: Number(status), headers: JSON_HEADERS, text: `{"result":null,"error":${error},"id":1}\n` };
}

function same(a: HttpReply, b: HttpReply): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
