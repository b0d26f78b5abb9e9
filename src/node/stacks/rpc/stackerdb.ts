import { type Answer, notFound, ok, undecodable } from './answer.js';
import { isStackerDb } from './info.js';
import type { RpcNode } from './node.js';
import { contractParam, type RpcRequest, requireNoBody } from './request.js';

// the databases exist, but nobody writes to them: signers need no words with each other here

/** `GET /v2/stackerdb/{address}/{contract}`: the slots that are in use. */
export function getStackerDb(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  if (!isStackerDb(contractParam(request))) throw notFound('StackerDB contract not found');
  return ok([]);
}

/** `GET /v2/stackerdb/{address}/{contract}/{slot_id}`, with `/{slot_version}` or without */
export function getStackerDbChunk(_node: RpcNode, request: RpcRequest): never {
  requireNoBody(request);
  contractParam(request);
  throw notFound('StackerDB contract or chunk not found');
}

/** `GET /v2/stackerdb/{address}/{contract}/replicas` */
export function getStackerDbReplicas(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  contractParam(request);
  return ok([]);
}

/** `POST /v2/stackerdb/{address}/{contract}/chunks` */
export function postStackerDbChunk(_node: RpcNode, request: RpcRequest): never {
  if (request.body.length === 0) throw undecodable('Invalid Http request: expected non-empty body');
  contractParam(request);
  throw notFound('StackerDB not found');
}
