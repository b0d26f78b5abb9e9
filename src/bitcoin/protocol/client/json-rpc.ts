import { DevnetError } from '../../../base/error.js';
import { field, type Json, parseExactJson, readNumber, readObject, readText } from '../../../base/json.js';

/** A reply over HTTP, and the name of the call for errors, such as `Bitcoin getblock`. */
export type RpcReply = { text: string; status: number; what: string };

/**
 * Returns the result of a reply of bitcoind's JSON-RPC 1.0.
 * @throws DevnetError RPC with bitcoind's code and message, or with the HTTP status, such as 401, for a reply without JSON
 */
export function readRpcResult({ text, status, what }: RpcReply): Json {
  const answer = parse({ text, status, what });
  const error = field(answer, 'error');
  if (error === null || error === undefined) return field(answer, 'result');
  const facts = readObject(error, 'error');
  const reason = readText(facts, 'message');
  throw new DevnetError('RPC', `${what}: ${reason}`, { rpcCode: readNumber(facts, 'code'), reason });
}

function parse({ text, status, what }: RpcReply): object {
  try {
    return readObject(parseExactJson(text), what);
  } catch (error) {
    const reason = `HTTP status ${status} without JSON`;
    throw new DevnetError('RPC', `${what}: ${reason}`, { rpcCode: status, reason, cause: error });
  }
}
