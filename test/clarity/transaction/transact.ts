import type { ExecutionCost } from '#dist/clarity/failure.js';
import type { Receipt, Rejection } from '#dist/clarity/transaction/receipt.js';
import type { Payload, PostCondition, Transaction } from '#dist/clarity/transaction/transaction.js';
import { displayValue } from '#dist/clarity/values/display.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import { UIntValue, type Value } from '#dist/clarity/values/value.js';
import { DEPLOYER } from '../run.js';
import type { Session } from '../session.js';

type Given = Partial<Omit<Transaction, 'payload'>> & { readonly limit?: ExecutionCost; readonly spent?: ExecutionCost };

/** Processes a transaction of the deployer with the right nonce, without a fee, in deny mode, unless told otherwise. */
export function transact(session: Session, payload: Payload, { limit, spent, ...given }: Given = {}): Receipt | Rejection {
  const origin = given.origin ?? parsePrincipal(DEPLOYER);
  const { nonce } = session.state.account(origin);
  return session.process(
    { origin, nonce, fee: 0n, postConditionMode: 'deny', postConditions: [], ...given, payload },
    { ...(limit && { limit }), ...(spent && { spent }) },
  );
}

export function callOf(contract: string, fn: string, ...args: readonly (bigint | Value)[]): Payload {
  const values = args.map((arg) => (typeof arg === 'bigint' ? new UIntValue(arg) : arg));
  return { type: 'call', contract: contractPrincipal(parsePrincipal(DEPLOYER), contract), fn, args: values };
}

export function transferOf(recipient: string, amount: bigint): Payload {
  return { type: 'transfer', recipient: parsePrincipal(recipient), amount, memo: new Uint8Array(34) };
}

/** Status and result, with the error if there is one; or why it is in no block. */
export function endOf(outcome: Receipt | Rejection): string {
  if (outcome.type !== 'receipt') return `${outcome.type}: ${outcome.reason}`;
  const error = outcome.vmError === undefined ? '' : ` ${outcome.vmError}`;
  return `${outcome.status} ${displayValue(outcome.result)}${error}`;
}

/** A condition on what an account sends. */
export function stx(code: 'eq' | 'gt' | 'gte' | 'lt' | 'lte', amount: bigint, owner?: string): PostCondition {
  return { type: 'stx', principal: owner === undefined ? undefined : parsePrincipal(owner), code, amount };
}
