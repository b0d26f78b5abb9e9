import type { NodeCore } from '../core.js';
import type { HttpReply } from '../http/response.js';
import { type Json, stringify } from '../rpc/json/json.js';
import type { CallMethod } from '../rpc/server.js';

/** A request behind the prefix of its route. `uri` is the whole one. */
export type RestRequest = { path: string; query: string; uri: string; body: Buffer };

/** What answers come from: the node and its RPC methods. */
export type RestContext = { core: NodeCore; call: CallMethod };

/** A refusal: the reply has the message as text. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

/** The format that a path names at its end; undefined without a known one, when the end belongs to the name. */
export type RestFormat = 'bin' | 'hex' | 'json' | undefined;

/** Splits a path into its name and its format. */
export function splitFormat(path: string): { name: string; format: RestFormat } {
  const [, name, format] = /^(.*)\.(bin|hex|json)$/s.exec(path) ?? [];
  return name === undefined ? { name: path, format: undefined } : { name, format: format as RestFormat };
}

/** The forms of an answer. */
export type RestForms = { bytes: () => Uint8Array; json: () => Json | Promise<Json> };

/** Returns the answer in the requested format. @throws RestError without one */
export async function inFormat(format: RestFormat, { bytes, json }: RestForms): Promise<HttpReply> {
  if (format === 'bin') return reply('application/octet-stream', bytes());
  if (format === 'hex') return reply('text/plain', `${Buffer.from(bytes()).toString('hex')}\n`);
  if (format === 'json') return jsonReply(await json());
  throw new RestError(404, 'output format not found (available: .bin, .hex, .json)');
}

/** Checks that the format is JSON, the only one of some routes. @throws RestError */
export function requireJson(format: RestFormat): void {
  if (format !== 'json') throw new RestError(404, 'output format not found (available: json)');
}

export function jsonReply(value: Json): HttpReply {
  return reply('application/json', `${stringify(value)}\n`);
}

export function refuse({ status, message }: RestError): HttpReply {
  return { status, headers: { 'Content-Type': 'text/plain' }, body: `${message}\r\n` };
}

function reply(type: string, body: string | Uint8Array): HttpReply {
  return { status: 200, headers: { 'Content-Type': type }, body };
}

/** Returns a hash in lower case. @throws RestError */
export function parseHash(text: string): string {
  if (!/^[\da-fA-F]{64}$/.test(text)) throw new RestError(400, `Invalid hash: ${text}`);
  return text.toLowerCase();
}

const MAX_COUNT = 2000;

/** Parses a number of headers. @throws RestError */
export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) {
    throw new RestError(400, `Header count is invalid or out of acceptable range (1-${MAX_COUNT}): ${text}`);
  }
  return count;
}

/** A percent sign that begins no byte. */
const BAD_ESCAPE = /%(?![\da-fA-F]{2})/;

/** Returns a parameter of the query. @throws RestError for an URI that is malformed anywhere */
export function parameter({ query, uri }: RestRequest, name: string): string | undefined {
  if (BAD_ESCAPE.test(uri)) throw new RestError(400, 'URI parsing failed, it likely contained RFC 3986 invalid characters');
  return new URLSearchParams(query).get(name) ?? undefined;
}
