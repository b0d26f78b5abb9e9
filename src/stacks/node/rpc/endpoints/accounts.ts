import { findPrincipal } from '../../../../clarity/values.js';
import { hex128 } from '../../mempool/rejection.js';
import { type Answer, ok, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody, wantsProof } from '../request.js';
import { readAt } from '../view.js';

/** `GET /v2/accounts/{principal}` */
export async function getAccount(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const principal = request.params['principal'] ?? '';
  if (findPrincipal(principal) === undefined) throw undecodable('Failed to parse `principal` field');
  const proof = wantsProof(request) ? '' : undefined;
  return readAt(node, request, missingTip, async (view) => {
    const account = await view.account(principal);
    return ok({
      balance: hex128(account.balance),
      locked: hex128(account.locked),
      unlock_height: account.unlockHeight,
      nonce: account.nonce,
      balance_proof: proof,
      nonce_proof: proof,
    });
  });
}

function missingTip(tip: string): string {
  return `Chain tip '${tip}' not found`;
}
