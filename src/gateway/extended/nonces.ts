import type { StacksClient } from '../../chains/stacks/client/client.js';
import { pendingNonces } from './mempool.js';
import type { StacksView } from './stacks-view.js';

/** Which nonces an account has used and which it may use next. */
export type Nonces = {
  /** The first that no transaction uses, in the chain or in the mempool, above all that do. */
  next: number;
  lastConfirmed: number | undefined;
  /** In the mempool, highest first. */
  pending: number[];
  /** Below those in the mempool but used by none: until they are, the ones above wait. Highest first. */
  missing: number[];
};

/** Node and mempool together: the node's account alone counts what is confirmed. */
export async function readNonces(view: StacksView, node: StacksClient, principal: string): Promise<Nonces> {
  const [waiting, { nonce: confirmed }] = await Promise.all([pendingNonces(view, node, principal), node.account(principal)]);
  const pending = waiting.filter((nonce) => nonce >= confirmed);
  const next = (pending[0] ?? confirmed - 1) + 1;
  const used = new Set(pending);
  const missing: number[] = [];
  for (let nonce = next - 1; nonce >= confirmed; nonce--) if (!used.has(nonce)) missing.push(nonce);
  return { next, lastConfirmed: confirmed === 0 ? undefined : confirmed - 1, pending, missing };
}
