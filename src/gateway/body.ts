import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { readStream } from '#platform/read-stream.js';
import { DevnetError } from '../base/error.js';
import { HttpError } from '../base/http-error.js';
import { jsonProblem } from '../base/json.js';
import type { App } from './schema-types.js';

/** The longest body of a route without a limit of its own, in bytes: addresses, amounts and names. Longer ones are refused with 413. */
export const BODY_LIMIT = 64 * 1024;
/** The limit of routes that take Bitcoin transactions: the longest standard one (400,000 weight units) as hex, and what is around it. */
export const BITCOIN_BODY_LIMIT = 1024 * 1024;

/**
 * Reads a body, up to the limit of the route. Fastify keeps an object for each chunk, however small.
 * @param hint of the error @throws HttpError 413
 */
export async function readBody(request: FastifyRequest, body: IncomingMessage, hint?: string): Promise<Buffer> {
  const bytes = isAnnouncedTooLong(request) ? undefined : await readStream(body, request.routeOptions.bodyLimit);
  if (bytes === undefined) throw tooLong(request, hint);
  return bytes;
}

/** Whether the headers say that the body is longer than the limit of the route. */
export function isAnnouncedTooLong({ headers, routeOptions }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit;
}

/** @param hint of the error */
export function tooLong({ routeOptions: { bodyLimit } }: FastifyRequest, hint?: string): HttpError {
  const expected = `at most ${bodyLimit < 1024 ? `${bodyLimit} bytes` : `${Math.floor(bodyLimit / 1024)} KiB`}`;
  return new HttpError(413, 'INVALID_INPUT', `body: expected ${expected}, received more`, {
    field: 'body',
    expected,
    received: 'more',
    hint,
  });
}

/**
 * JSON alone. An empty body is no body whatever its content type: `fetch(url, { method: 'POST', headers: { 'content-type':
 * 'application/json' } })` is what the public documentation of the faucet shows.
 */
export function addJsonParser(app: App): void {
  const parseJson = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) =>
    parseJson(request, await readText(request, body)),
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    if ((await readBody(request, body)).length > 0) throw unsupported(request.headers['content-type']);
    return undefined;
  });
}

/** Adds forms on one scope, and JSON with the content type of a form or without one. */
export function addFormParser(app: App): void {
  const parseJson = jsonParser(app);
  const FORM = 'application/x-www-form-urlencoded';
  app.removeContentTypeParser('*');
  app.addContentTypeParser([FORM, '*'], async (request: FastifyRequest, body: IncomingMessage) => {
    const text = await readText(request, body);
    const type = request.headers['content-type'] || undefined;
    if (text === '') return undefined;
    if (type !== undefined && !type.startsWith(FORM)) throw unsupported(type);
    // `curl -d` sends JSON as a form, and some clients send it without a type.
    return type !== undefined && !text.trimStart().startsWith('{') ? readForm(text) : parseJson(request, text);
  });
}

async function readText(request: FastifyRequest, body: IncomingMessage): Promise<string> {
  return (await readBody(request, body)).toString('utf8');
}

/** Returns Fastify's parser, which refuses keys that change prototypes. No text is no body. */
function jsonParser(app: App): (request: FastifyRequest, text: string) => Promise<unknown> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) =>
    new Promise((resolve, reject) => {
      if (text === '') return resolve(undefined);
      parse(request, text, (error, value) => (error === null ? resolve(value) : reject(malformed(error))));
    });
}

function unsupported(contentType: string | undefined): HttpError {
  const received = contentType ?? 'none';
  return new HttpError(415, 'INVALID_INPUT', `content-type: expected application/json, received ${received}`, {
    field: 'content-type',
    expected: 'application/json',
    received,
    hint: 'Send the body as JSON with the header "content-type: application/json".',
  });
}

function malformed(cause: Error): DevnetError {
  // Fastify adds the content type, which is right here.
  const problem = jsonProblem(cause).split(' but content-type is set to ')[0];
  return new DevnetError('INVALID_INPUT', `body: expected JSON, received other text: ${problem}`, {
    field: 'body',
    expected: 'JSON',
  });
}

/** A field that comes several times becomes a list, as in a query. */
function readForm(text: string): Record<string, string | string[]> {
  const form = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const values = form.get(key);
    if (values === undefined) form.set(key, [value]);
    else values.push(value);
  }
  return Object.fromEntries([...form].map(([key, values]) => [key, only(values)]));
}

function only(values: string[]): string | string[] {
  return values.length === 1 ? (values[0] as string) : values;
}
