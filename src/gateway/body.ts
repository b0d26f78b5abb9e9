import type { FastifyRequest } from 'fastify';
import type { ContentTypeParserDoneFunction } from 'fastify/types/content-type-parser.js';
import { DevnetError } from '../error.js';
import { jsonProblem } from '../json.js';
import { HttpError } from './errors.js';
import type { App } from './schema-types.js';

/** Larger bodies are refused with 413; transactions and everything else for the node pass unread and unlimited. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * JSON alone. An empty body is no body whatever its content type: `fetch(url, { method: 'POST', headers: { 'content-type':
 * 'application/json' } })` is what the public documentation of the faucet shows.
 */
export function addJsonParser(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parseJson(request, body as string, (error, value) => (error === null ? done(null, value) : done(malformed(error))));
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    done(unsupported(request.headers['content-type']));
  });
}

/** Adds forms on one scope, and JSON with the content type of a form or without one. */
export function addFormParser(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const FORM = 'application/x-www-form-urlencoded';
  const parse = (request: FastifyRequest, body: string | Buffer, done: ContentTypeParserDoneFunction) => {
    const text = String(body);
    const type = request.headers['content-type'] || undefined;
    if (text === '') return done(null, undefined);
    if (type !== undefined && !type.startsWith(FORM)) return done(unsupported(type));
    // `curl -d` sends JSON as a form, and some clients send it without a type.
    if (type !== undefined && !text.trimStart().startsWith('{')) return done(null, readForm(text));
    parseJson(request, text, (error, value) => (error === null ? done(null, value) : done(malformed(error))));
  };
  app.removeContentTypeParser('*');
  for (const type of [FORM, '*']) app.addContentTypeParser(type, { parseAs: 'string' }, parse);
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
  const problem = jsonProblem(cause).replace(/ but content-type is set to .*$/, '');
  return new DevnetError('INVALID_INPUT', `body: expected JSON, received other text: ${problem}`, {
    field: 'body',
    expected: 'JSON',
  });
}

/** A field that comes several times becomes a list, as in a query. */
function readForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...new Set(form.keys())].map((key) => [key, only(form.getAll(key))]));
}

function only(values: string[]): string | string[] {
  return values.length === 1 ? (values[0] as string) : values;
}
