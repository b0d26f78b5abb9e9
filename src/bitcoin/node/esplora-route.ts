import { DevnetError } from '../../base/error.js';
import { parseExactJson } from '../../base/json.js';
import { answerEsplora } from '../esplora/esplora.js';
import { type BitcoinIndex, type CallNode, followNode } from '../esplora/follow-node.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import type { HttpRequest } from './http/request-reader.js';
import type { HttpReply } from './http/response.js';
import { RpcError } from './rpc/error.js';
import { type Json, Numeral, stringify } from './rpc/json/json.js';
import type { CallMethod } from './rpc/server.js';

/** Pages on any origin may read the answers; a reorganisation may change each of them. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
const PREFLIGHT = {
  ...HEADERS,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '600',
};

/** Serves the Esplora API of one node. The index of its transactions is made at the first request. */
export function createEsploraHandler(origin: Origin | undefined): (request: HttpRequest, call: CallMethod) => Promise<HttpReply> {
  let index: BitcoinIndex | undefined;
  return async ({ method, path, body }, call) => {
    if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: '' };
    index ??= followNode(asClient(call), origin);
    const [route = '', ...query] = path.split('?');
    const answer = await answerEsplora({ method, path: route, query: new URLSearchParams(query.join('?')), body }, index);
    return { status: answer.status, headers: { ...HEADERS, 'Content-Type': answer.type }, body: answer.body };
  };
}

/** A parameter as the parser of requests returns it. */
function asJson(value: unknown): Json {
  if (typeof value === 'number') return new Numeral(String(value));
  return Array.isArray(value) ? value.map(asJson) : (value as Json);
}

/** Calls methods in this process, with the answers and errors that a client gets. */
function asClient(call: CallMethod): CallNode {
  return async (method, params = []) => {
    try {
      const result = await call(method, params.map(asJson));
      return typeof result === 'string' ? result : parseExactJson(stringify(result));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw new DevnetError('RPC', `Bitcoin ${method}: ${error.message}`, { rpcCode: error.code, reason: error.message });
    }
  };
}
