import { decodeAddress } from '../../../clarity/values.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { ApiContext } from '../context.js';
import { countWhile } from '../pages.js';

/** The nonces that an account used, as sender or sponsor, and the one to use next. Lists are descending. */
export type Nonces = { lastExecuted: number | null; lastPending: number | null; next: number; missing: number[]; pending: number[] };

/** Missing and pending nonces are those between the last executed and the last pending one, as in the API. */
export async function readNonces(context: ApiContext, principal: string): Promise<Nonces> {
  const signed = context.history.mempool.list(`signer ${principal}`);
  const used = new Set([...signed].flatMap(({ transaction }) => noncesOf(transaction, principal)));
  const lastPending = used.size === 0 ? null : Math.max(...used);
  const lastExecuted = await executed(context, principal);
  const next = lastExecuted === null && lastPending === null ? 0 : Math.max(lastExecuted ?? 0, lastPending ?? 0) + 1;
  const missing: number[] = [];
  const pending: number[] = [];
  if (lastExecuted !== null && lastPending !== null) {
    for (let nonce = lastPending - 1; nonce > lastExecuted; nonce--) (used.has(nonce) ? pending : missing).push(nonce);
  }
  return { lastExecuted, lastPending, next, missing, pending };
}

/** The nonces after a block, without pending ones. */
export function noncesAt({ lookup }: ApiContext, principal: string, height: number): Nonces {
  const own = lookup.accounts.find(principal)?.own ?? [];
  const count = countWhile(own, ({ block }) => block.height <= height);
  const lastExecuted = highest(count === 0 ? undefined : own.at(count - 1), principal);
  return { lastExecuted, lastPending: null, next: (lastExecuted ?? -1) + 1, missing: [], pending: [] };
}

/**
 * The node counts. A history that does not begin at genesis does not know all transactions, and the contracts of a genesis are transactions
 * that use no nonce of their deployer.
 */
async function executed({ node }: ApiContext, principal: string): Promise<number | null> {
  // Neither a contract nor an address with a wrong checksum, which v3 takes, has sent anything.
  if (decodeAddress(principal) === undefined) return null;
  const { nonce } = await node.account(principal);
  return nonce === 0 ? null : nonce - 1;
}

/** Nonces ascend on the chain, so that the last own transaction has the highest. */
function highest(last: TransactionRecord | undefined, principal: string): number | null {
  const outcome = last === undefined ? undefined : outcomeOf(last);
  const nonces = outcome === undefined ? [] : noncesOf(outcome.transaction, principal);
  return nonces.length === 0 ? null : Math.max(...nonces);
}

function noncesOf({ origin, sponsor, addresses }: Transaction, principal: string): number[] {
  return [
    ...(addresses.origin === principal ? [Number(origin.nonce)] : []),
    ...(sponsor !== undefined && addresses.payer === principal ? [Number(sponsor.nonce)] : []),
  ];
}
