import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { PendingRequest, WalletPolicy, WalletPolicyChoice } from './types.js';

const NAMES = ['decision', 'delayMs', 'funds', 'fee', 'feeRate'];

/** What the user does with the requests of a wallet. */
export type Policies = {
  set(policy: WalletPolicyChoice): void;
  once(policy: WalletPolicyChoice): void;
  /** Returns the policy of a request that asks the user, and forgets one that was for the next request only. */
  take(request: PendingRequest): WalletPolicy;
  /** Returns the policy of a request that asks no user. */
  usual(request: PendingRequest): WalletPolicy;
};

/** @throws DevnetError INVALID_INPUT */
export function createPolicies(first: WalletPolicyChoice): Policies {
  let usual = checkChoice(first);
  const next: WalletPolicyChoice[] = [];
  return {
    set(policy) {
      usual = checkChoice(policy);
    },
    once(policy) {
      next.push(checkChoice(policy));
    },
    take: (request) => choose(next.shift() ?? usual, request),
    usual: (request) => choose(usual, request),
  };
}

function choose(policy: WalletPolicyChoice, request: PendingRequest): WalletPolicy {
  return typeof policy === 'function' ? checkPolicy(policy(request)) : policy;
}

function checkChoice(policy: unknown): WalletPolicyChoice {
  // A function is checked when it has chosen.
  return typeof policy === 'function' ? (policy as WalletPolicyChoice) : checkPolicy(policy);
}

function checkPolicy(policy: unknown): WalletPolicy {
  if (!isRecord(policy)) throw invalid('policy', "an object such as { decision: 'reject' }, or a function that returns one", policy);
  const unknown = Object.keys(policy).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw invalid('policy', NAMES.join(', '), unknown);
  const { decision = 'approve', delayMs = 0, funds = 'own', fee, feeRate } = policy;
  if (decision !== 'approve' && decision !== 'reject') throw invalid('policy.decision', "'approve' or 'reject'", decision);
  if (funds !== 'own' && funds !== 'none') throw invalid('policy.funds', "'own' or 'none'", funds);
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs < 2 ** 31))
    throw invalid('policy.delayMs', 'milliseconds, 0 or more', delayMs);
  if (fee !== undefined && (typeof fee !== 'bigint' || fee < 0n)) throw invalid('policy.fee', 'micro-STX as bigint', fee);
  if (feeRate !== undefined && !(typeof feeRate === 'number' && feeRate > 0 && feeRate <= 10_000))
    throw invalid('policy.feeRate', 'sats per virtual byte, more than 0', feeRate);
  return { decision, delayMs, funds, fee, feeRate };
}
