import type { RpcAnswer, RpcQuestion } from '../../protocol/client/ask.js';
import { readBody } from '../../protocol/client/request-body.js';
import type { Answer } from './answer.js';
import { dispatch, textAnswer } from './dispatch.js';
import type { RpcNode } from './node.js';
import { UNDECODABLE } from './request.js';

/** Answers one request as stacks-node does. @throws the error of the body's stream */
export async function respond(
  node: RpcNode,
  { method, target, contentType, authorization, body: source }: RpcQuestion,
): Promise<RpcAnswer> {
  const body = await readBody(source);
  if (body === undefined) return withHeaders(node, textAnswer(400, 'Failed to decode: Invalid Http request: body is too big'));
  return withHeaders(node, await dispatch(node, { method, target, contentType, authorization, body }));
}

/** The answer to a request that the node does not accept as HTTP. */
export function undecodableAnswer(node: RpcNode): RpcAnswer {
  return withHeaders(node, textAnswer(400, UNDECODABLE));
}

function withHeaders(node: RpcNode, { status, contentType, body, allow }: Answer): RpcAnswer {
  const headers: RpcAnswer['headers'] = {
    Server: 'stacks/2.0',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'origin, content-type',
    'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  if (status < 400) headers['X-Canonical-Stacks-Tip-Height'] = String(node.state.ledger.tip.height);
  if (allow !== undefined) headers['Allow'] = allow;
  return { status, headers, body };
}
