import { createTurns, enter } from '../../../base/turns.js';
import { execute, InvalidRequest, parseRequest, type RpcEnvelope, reply } from './call.js';
import { RPC_CODE, RpcError } from './error.js';
import { type Json, stringify, stringifyInTurns, typeName } from './json/json.js';
import { parseJson } from './json/parse-json.js';
import type { MethodContext } from './method.js';
import type { MethodLookup } from './methods/find-method.js';

/** An HTTP reply. No body with status 204. */
export type HttpAnswer = { status: number; body: string };

const FORBIDDEN: HttpAnswer = { status: 403, body: '' };
const NO_CONTENT: HttpAnswer = { status: 204, body: '' };

/**
 * Answers the body of a POST: one request or a batch. Errors of single 1.0 requests have their own HTTP status; all others have
 * 200. Notifications (2.0 without `id`) run without a reply.
 * @param text undefined for invalid UTF-8
 */
export async function handleBody(text: string | undefined, find: MethodLookup, context: MethodContext): Promise<HttpAnswer> {
  await enter();
  let body: unknown;
  try {
    if (text === undefined) throw new SyntaxError('no UTF-8');
    body = parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(new RpcError(RPC_CODE.PARSE_ERROR, 'Parse error'), { version: 1, id: null });
  }
  if ((Array.isArray(body) ? body : [body]).some((request: unknown) => isForbidden(request, context))) return FORBIDDEN;
  if (Array.isArray(body)) return batch(body, find, context);
  if (typeName(body) !== 'object') {
    return failure(new RpcError(RPC_CODE.PARSE_ERROR, 'Top-level object parse error'), { version: 1, id: null });
  }
  const { envelope, outcome } = await run(body, find, context);
  if ('error' in outcome && (envelope.version === 1 || outcome.error instanceof InvalidRequest)) return failure(outcome.error, envelope);
  return isNotification(envelope) ? NO_CONTENT : success(reply(envelope, outcome));
}

/** Whether the user may not call the method of a request. */
function isForbidden(request: unknown, { mayCall }: MethodContext): boolean {
  if (typeName(request) !== 'object') return false;
  const { method } = request as { method?: unknown };
  return typeof method === 'string' && !mayCall(method);
}

async function batch(requests: unknown[], find: MethodLookup, context: MethodContext): Promise<HttpAnswer> {
  const replies: string[] = [];
  const turn = createTurns();
  for (const request of requests) {
    await turn();
    const { envelope, outcome } = await run(request, find, context);
    // As text at once: the whole batch may be long.
    if (!isNotification(envelope)) replies.push(await stringifyInTurns(reply(envelope, outcome), turn));
  }
  return replies.length === 0 && requests.length > 0 ? NO_CONTENT : { status: 200, body: `[${replies.join(',')}]\n` };
}

type Run = { envelope: RpcEnvelope; outcome: { result: Json } | { error: RpcError } };

async function run(value: unknown, find: MethodLookup, context: MethodContext): Promise<Run> {
  let envelope: RpcEnvelope = { version: 1, id: null };
  try {
    const request = parseRequest(value);
    envelope = request;
    return { envelope, outcome: { result: await execute(request, find, context) } };
  } catch (error) {
    if (error instanceof InvalidRequest) return { envelope: error.envelope, outcome: { error } };
    if (error instanceof RpcError) return { envelope, outcome: { error } };
    throw error;
  }
}

function isNotification({ version, id }: RpcEnvelope): boolean {
  return version === 2 && id === undefined;
}

async function success(value: Json): Promise<HttpAnswer> {
  return { status: 200, body: `${await stringifyInTurns(value)}\n` };
}

function failure(error: RpcError, envelope: RpcEnvelope): HttpAnswer {
  const status = error.code === RPC_CODE.INVALID_REQUEST ? 400 : error.code === RPC_CODE.METHOD_NOT_FOUND ? 404 : 500;
  return { status, body: `${stringify(reply(envelope, { error }))}\n` };
}
