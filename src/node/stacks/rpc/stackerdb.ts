import type { ChosenSigners } from '../chain/signer-set.js';
import { type Answer, notFound, ok, okBytes, undecodable } from './answer.js';
import { isStackerDb } from './info.js';
import type { RpcNode } from './node.js';
import { contractParam, type RpcRequest, requireNoBody } from './request.js';

// the databases have a slot for each signer, but nobody writes to them: signers need no words with each other here

/** Slots of the miners' database: two for each of the last two miners. */
const MINER_SLOTS = 4;
const EMPTY_SLOT = { slot_version: 0, data_hash: '00'.repeat(32), signature: '00'.repeat(65) };

/** `GET /v2/stackerdb/{address}/{contract}`: what is in the slots. */
export function getStackerDb(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const contract = contractParam(request);
  if (!isStackerDb(contract)) throw notFound('StackerDB contract not found');
  return ok(Array.from({ length: countSlots(node, contract) }, (_, id) => ({ slot_id: id, ...EMPTY_SLOT })));
}

/** `GET /v2/stackerdb/{address}/{contract}/{slot_id}`, with `/{slot_version}` or without */
export function getStackerDbChunk(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const contract = contractParam(request);
  const { slot_id: id, slot_version: version = '0' } = request.params;
  if (!isStackerDb(contract) || Number(id) >= countSlots(node, contract) || Number(version) !== 0)
    throw notFound('StackerDB contract or chunk not found');
  return okBytes(Buffer.alloc(0));
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

/** Cycles take turns with the two sets of databases; a set is its last cycle's until the next is chosen. */
function countSlots({ state }: RpcNode, contract: string): number {
  const set = /\.signers-([01])-/.exec(contract)?.[1];
  if (set === undefined) return MINER_SLOTS;
  const { ledger, sortitions, pox } = state;
  const first = Math.floor(ledger.first.sortition.height / pox.rewardLength);
  let chosen: ChosenSigners | undefined;
  for (let cycle = Math.floor(sortitions.tip.height / pox.rewardLength) + 1; chosen === undefined && cycle >= first; cycle--) {
    if (cycle % 2 === Number(set)) chosen = ledger.chosen(cycle);
  }
  return chosen?.set.signers.length ?? 0;
}
