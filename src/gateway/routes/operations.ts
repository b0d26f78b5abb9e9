import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BroadcastPayment, DevnetError } from '../../base/error.js';
import { HttpError } from '../../base/http-error.js';
import type { Json } from '../../base/json.js';
import type { AnyOperation, Http } from '../../network/operations.js';
import {
  type AnyCodec,
  answeredBy,
  type Fields,
  object,
  ofCallers,
  placementOf,
  type Rows,
  read,
  requiredOf,
  write,
} from '../../network/operations.js';
import { readBody } from '../body.js';
import { whenGone } from '../client-gone.js';
import type { App } from '../schema-types.js';
import { errorResponses, statusesOf } from '../schemas/error.js';
import { sendLists } from '../send-lists.js';
import type { AppSettings } from '../services.js';

/** Adds a route for each operation, under `/devnet/v1`. */
export function addOperationRoutes(app: App, { control }: Pick<AppSettings, 'control'>, operations: Rows): void {
  for (const [name, row] of operations) {
    const { http } = row;
    if (http === undefined || http.shared) continue;
    const route = routeOf(name, row, http);
    const media = http.body === undefined ? undefined : (row.input as Fields)[http.body]?.media;
    if (media === undefined) app.route(route);
    else app.register(async (scope: App) => scope.route({ ...route, ...takeFiles(scope, media, control.stateLimit) }));
  }
}

/** What a request is called in errors, and where it has the fields. */
type Source = { part: 'query' | 'body'; read(request: FastifyRequest): Json };

function routeOf(name: string, row: AnyOperation, http: Http) {
  const { method, path, body: whole } = http;
  const answering = answeredBy(row);
  const output = answering.output as AnyCodec | undefined;
  const status = http.status ?? (output === undefined ? 204 : 200);
  const { ofPath, ofHeaders, rest, inQuery } = split(row.input, http);
  const params = object(ofPath);
  const headers = object(ofHeaders);
  const sent: AnyCodec = whole === undefined ? object(rest, described(rest)) : (rest[whole] as AnyCodec);
  const hasFields = Object.keys(rest).length > 0;
  const isOptional = whole === undefined && requiredOf(rest).length === 0;
  const source: Source = inQuery
    ? { part: 'query', read: ({ query }) => parsed(rest, query as object) }
    : { part: 'body', read: ({ body }) => (isOptional ? (body ?? {}) : body) };
  return {
    method,
    url: `/v1${path}`,
    exposeHeadRoute: output?.media === undefined,
    ...(http.bodyLimit !== undefined && { bodyLimit: http.bodyLimit }),
    schema: {
      tags: ['control'],
      operationId: http.id ?? name.slice(name.lastIndexOf('.') + 1),
      summary: row.summary,
      ...(Object.keys(ofPath).length > 0 && { params: params.schema }),
      ...(Object.keys(ofHeaders).length > 0 && { headers: headers.schema }),
      ...(hasFields && (inQuery ? { querystring: sent.schema } : { body: isOptional ? orNull(sent) : sent.schema })),
      ...(sent.media !== undefined && { consumes: [sent.media] }),
      response: { [status]: answerSchema(output), ...errorResponses(...statuses(row, hasFields && !inQuery)) },
    },
    // The codecs check what comes.
    validatorCompiler: () => () => true,
    async handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const { devnet, closing, leaving, observed } = request.services;
      const value = (sent.media === undefined ? read(sent, source.read(request), ofCallers, source.part) : request.body) as object;
      const input = {
        ...(read(params, parsed(ofPath, request.params as object), ofCallers, 'path') as object),
        ...fieldsOf(http, read(headers, known(ofHeaders, request.headers), ofCallers, 'headers') as object),
        ...(whole === undefined ? value : { [whole]: value }),
        ...('signal' in row.input && { signal: whenGone(reply.raw, output?.isStream ? leaving : closing) }),
        ...('feed' in row.input && { feed: observed.feed }),
      };
      const done = await devnet.perform(row, input).catch((error: unknown) => unconfirmed(error, reply));
      if (reply.statusCode === 202) return done;
      const answer = answering === row ? done : await devnet.perform(answering, {});
      reply.code(status);
      if (output === undefined) return reply.send();
      if (output.isStream)
        return reply
          .type(output.media ?? '')
          .header('cache-control', 'no-cache')
          .send(answer as Readable);
      if (output.media !== undefined) return sendFile(reply, output, answer as Uint8Array);
      const encoded = write(output, answer as never);
      if (http.location !== undefined) reply.header('location', locationOf(http, encoded));
      return sendLists(reply, encoded as object);
    },
  };
}

/** The statuses of errors. @param hasBody whether a request has a body, which may be too long or of another type */
function statuses({ input, errors }: AnyOperation, hasBody: boolean): number[] {
  const ofInput = Object.keys(input).length > 0 ? [400] : [];
  return [...new Set([...ofInput, ...(hasBody ? [413, 415] : []), ...statusesOf(errors)])].sort((a, b) => a - b);
}

/** A payment whose block did not come in time was made all the same: 202 with what is known of it. */
function unconfirmed(error: unknown, reply: FastifyReply): object {
  if (!(error instanceof DevnetError && error.code === 'TIMEOUT' && error.payment !== undefined)) throw error;
  reply.code(202);
  const { txId, txRaw, amount }: BroadcastPayment = error.payment;
  return { txId, txRaw, amount: `${amount}`, lastSeen: error.lastSeen ?? 'broadcast', hint: error.hint, advice: error.advice };
}

function sendFile(reply: FastifyReply, { media, file }: AnyCodec, bytes: Uint8Array): FastifyReply {
  if (file !== undefined) reply.header('content-disposition', `attachment; filename="${file}"`);
  return reply
    .type(media ?? 'application/octet-stream')
    .header('cache-control', 'no-store')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}

function locationOf({ path, location = '', locationOf: above = path }: Http, answer: Json): string {
  return `/devnet/v1${above}/${(answer as Record<string, unknown>)[location]}`;
}

/** The longest file, in bytes. */
const FILE_LIMIT = 256 * 1024 * 1024;
const LONG_FILE = 'Start the network with a higher control.stateLimit (--control-state-limit <bytes>).';

/** Lets the routes of a scope take the bytes of a file, and nothing else. */
function takeFiles(scope: App, media: string, limit = FILE_LIMIT) {
  const check = (type: string | undefined): HttpError => {
    const received = type || 'none';
    return new HttpError(415, 'INVALID_INPUT', `content-type: expected ${media}, received ${received}`, {
      field: 'content-type',
      expected: media,
      received,
      hint: `Send the bytes of the file: curl --data-binary @devnet.state -H "content-type: ${media}".`,
    });
  };
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(media, async (request: FastifyRequest, body: IncomingMessage) => readBody(request, body, LONG_FILE));
  scope.addContentTypeParser('*', async (request: FastifyRequest) => {
    throw check(request.headers['content-type']);
  });
  return {
    bodyLimit: limit,
    preHandler(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
      done(Buffer.isBuffer(request.body) ? undefined : check(request.headers['content-type']));
    },
  };
}

function answerSchema(output: AnyCodec | undefined): object {
  if (output === undefined) return { type: 'null', description: 'It is done.' };
  const { schema, media, about = schema.description ?? 'The file.' } = output;
  return media === undefined ? schema : { description: about, content: { [media.replace(/;.*/, '')]: { schema } } };
}

/** The fields of the path, those of the headers by the names of these, and the others. */
function split(fields: Fields, http: Http): { ofPath: Fields; ofHeaders: Fields; rest: Fields; inQuery: boolean } {
  const { inPath, inHeaders, rest, restIn } = placementOf(fields, http);
  const only = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, fields[name] as AnyCodec]));
  return {
    ofPath: only(inPath),
    ofHeaders: Object.fromEntries(Object.entries(inHeaders).map(([name, header]) => [header, fields[name] as AnyCodec])),
    rest: only(rest),
    inQuery: restIn === 'query',
  };
}

/** The headers that an operation knows. Others are none of its matter. */
function known(ofHeaders: Fields, headers: FastifyRequest['headers']): object {
  return Object.fromEntries(Object.keys(ofHeaders).map((name) => [name, headers[name]]));
}

/** The values of headers by field. */
function fieldsOf({ headers = {} }: Http, values: object): object {
  return Object.fromEntries(Object.entries(headers).map(([field, header]) => [field, (values as Record<string, unknown>)[header]]));
}

/** What a body is: `a JSON object with "address"`. */
function described(fields: Fields): string {
  const names = Object.keys(fields);
  const required = requiredOf(fields);
  const quoted = (words: readonly string[]): string => listed(words.map((name) => `"${name}"`));
  if (required.length > 0) return `a JSON object with ${quoted(required)}`;
  return names.length === 0 ? 'no body' : `a JSON object with ${quoted(names)}, or without`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A body that may be absent, which is null there. */
function orNull({ schema }: AnyCodec): object {
  return { ...schema, type: ['object', 'null'] };
}

/** Texts of a path or query, as JSON. */
function parsed(fields: Fields, texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const parse = Object.hasOwn(fields, name) ? fields[name]?.parse : undefined;
      return [name, parse === undefined || typeof text !== 'string' ? text : parse(text, name)];
    }),
  );
}
