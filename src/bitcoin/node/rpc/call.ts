import { untilComplete } from '../../../base/missing.js';
import { uptimeMs } from '../../../base/uptime.js';
import { bindArguments } from './arguments/arguments.js';
import { RPC_CODE, RpcError } from './error.js';
import { type Json, type JsonObject, typeName } from './json/json.js';
import type { MethodContext } from './method.js';
import type { MethodLookup } from './methods/find-method.js';

/** A checked request. `id` is absent in a notification. */
export type RpcRequest = { version: 1 | 2; id: Json | undefined; method: string; params: unknown[] | Record<string, unknown> };

/** The parts of a request that the reply needs. They are known even if the rest is invalid. */
export type RpcEnvelope = Pick<RpcRequest, 'version' | 'id'>;

/** An invalid request, with the data for its reply. */
export class InvalidRequest extends RpcError {
  readonly envelope: RpcEnvelope;

  constructor(message: string, envelope: RpcEnvelope) {
    super(RPC_CODE.INVALID_REQUEST, message);
    this.envelope = envelope;
  }
}

/** Checks a request, in Core's order and with Core's messages. @throws InvalidRequest */
export function parseRequest(value: unknown): RpcRequest {
  if (typeName(value) !== 'object') throw new InvalidRequest('Invalid Request object', { version: 1, id: null });
  const request = value as Record<string, unknown>;
  const envelope: RpcEnvelope = { version: 1, id: 'id' in request ? (request['id'] as Json) : undefined };
  const { jsonrpc, method, params } = request;
  if (jsonrpc !== undefined && jsonrpc !== null) {
    if (typeof jsonrpc !== 'string') throw new InvalidRequest('jsonrpc field must be a string', envelope);
    if (jsonrpc === '2.0') envelope.version = 2;
    else if (jsonrpc !== '1.0') throw new InvalidRequest('JSON-RPC version not supported', envelope);
  }
  if (method === undefined || method === null) throw new InvalidRequest('Missing method', envelope);
  if (typeof method !== 'string') throw new InvalidRequest('Method must be a string', envelope);
  const kind = typeName(params);
  if (kind === 'null') return { ...envelope, method, params: [] };
  if (kind !== 'array' && kind !== 'object') throw new InvalidRequest('Params must be an array or object', envelope);
  return { ...envelope, method, params: params as RpcRequest['params'] };
}

/** Runs a request's method. @throws RpcError, −28 while the node loads */
export async function execute(request: RpcRequest, find: MethodLookup, context: MethodContext): Promise<Json> {
  const { warmup } = context.core;
  if (warmup !== undefined) throw new RpcError(RPC_CODE.IN_WARMUP, warmup);
  const method = await find(request.method);
  const isOffered = method !== undefined && !(method.category === 'Wallet' && context.core.walletDefaults.disabled);
  if (!isOffered) throw new RpcError(RPC_CODE.METHOD_NOT_FOUND, 'Method not found');
  const call = { method: request.method, startedAt: uptimeMs() };
  context.running.add(call);
  context.core.log.debug('rpc', () => `ThreadRPCServer method=${request.method} user=${context.user}`);
  try {
    return await untilComplete(() => method.handler(bindArguments(method, request.params), context));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw new RpcError(RPC_CODE.MISC_ERROR, error instanceof Error ? error.message : String(error));
  } finally {
    context.running.delete(call);
  }
}

/** Builds a reply. Version 1 has both `result` and `error`, one of them null; version 2 has only the relevant one. */
export function reply({ version, id }: RpcEnvelope, outcome: { result: Json } | { error: RpcError }): JsonObject {
  const error = 'error' in outcome ? { code: outcome.error.code, message: outcome.error.message } : null;
  const result = 'result' in outcome ? outcome.result : null;
  if (version === 1) return { result, error, id };
  return error === null ? { jsonrpc: '2.0', result, id } : { jsonrpc: '2.0', error, id };
}
