import { parsePrincipal } from '../codec/principal.js';
import { hex128 } from '../mempool/rejection.js';
import { type Answer, ok, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { type RpcRequest, requireNoBody, requireTip, wantsProof } from './request.js';

/** `GET /v2/accounts/{principal}` */
export async function getAccount(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const principal = request.params['principal'] ?? '';
  if (parsePrincipal(principal) === undefined) throw undecodable('Failed to parse `principal` field');
  requireTip(node, request, (tip) => `Chain tip '${tip}' not found`);
  const account = await node.state.vm.account(principal);
  const proof = wantsProof(request) ? '' : undefined;
  return ok({
    balance: hex128(account.balance),
    locked: hex128(account.locked),
    unlock_height: account.unlockHeight,
    nonce: node.state.ledger.nonce(principal),
    balance_proof: proof,
    nonce_proof: proof,
  });
}
