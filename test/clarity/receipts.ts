import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ContractInterface } from '#dist/clarity/analysis/interface.js';
import type { StateEditor } from '#dist/clarity/state/state.js';
import type { FungibleCode, NonFungibleCode, Payload, PostCondition, PoxCode, Transaction } from '#dist/clarity/transaction/transaction.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { bytesOf, valueOfHex } from './hex.js';

/** Accounts, and their transactions in order. */
export type Scenario = { readonly accounts: readonly string[]; readonly steps: readonly Step[] };

/** A transaction that stacks-node 4.0.2 mined in epoch 4.0, and its receipt. Values are hex. */
export type Step = (
  | { readonly deploy: string; readonly version: ClarityVersion; readonly source: string; readonly call?: undefined }
  | { readonly call: string; readonly fn: string; readonly args: readonly string[]; readonly deploy?: undefined }
  | { readonly to: string; readonly amount: number; readonly memo: string; readonly deploy?: undefined; readonly call?: undefined }
) & {
  readonly sender: string;
  readonly fee: number;
  /** @default 'deny' */
  readonly mode?: Transaction['postConditionMode'];
  readonly conditions?: readonly Condition[];
  /** Whether the result depends on the chain. */
  readonly isVolatile?: boolean;
  /** Whether a node may name another one of several errors. */
  readonly namesAnyError?: boolean;
  readonly answer: {
    readonly status: string;
    readonly result: string;
    readonly vmError?: string;
    /** Runtime, reads and their bytes, writes and their bytes. */
    readonly cost: readonly number[];
    /** In the form of `answer.ts`. */
    readonly events: readonly string[];
    /** With sorted keys, and functions and so on in the order of their names. */
    readonly interface?: ContractInterface;
  };
};

type Condition = { readonly principal: string } & (
  | { readonly type: 'stx' | 'staking'; readonly code: FungibleCode; readonly amount: string }
  | { readonly type: 'ft'; readonly asset: string; readonly code: FungibleCode; readonly amount: string }
  | { readonly type: 'nft'; readonly asset: string; readonly code: NonFungibleCode; readonly value: string }
  | { readonly type: 'pox'; readonly code: PoxCode }
);

/** Reads the recorded receipts: all of the recording but those that need boot contracts or a network. */
export function recordedScenarios(): Scenario[] {
  const file = new URL('../fixtures/clarity/receipts-4.0.2.json.gz', import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
}

/** Returns a recorded transaction, with the next nonce. */
export function transactionOf(step: Step, state: StateEditor): Transaction {
  const origin = parsePrincipal(step.sender);
  return {
    origin,
    nonce: state.account(origin).nonce,
    fee: BigInt(step.fee),
    payload: payloadOf(step),
    postConditionMode: step.mode ?? 'deny',
    postConditions: (step.conditions ?? []).map(conditionOf),
  };
}

function payloadOf(step: Step): Payload {
  if (step.deploy !== undefined) return { type: 'deploy', name: step.deploy, source: step.source, version: step.version };
  if (step.call !== undefined) return { type: 'call', contract: parsePrincipal(step.call), fn: step.fn, args: step.args.map(valueOfHex) };
  return { type: 'transfer', recipient: parsePrincipal(step.to), amount: BigInt(step.amount), memo: bytesOf(step.memo) };
}

function conditionOf(condition: NonNullable<Step['conditions']>[number]): PostCondition {
  const principal = parsePrincipal(condition.principal);
  if (condition.type === 'nft') return { ...condition, principal, value: valueOfHex(condition.value) };
  if (condition.type === 'pox') return { ...condition, principal };
  return { ...condition, principal, amount: BigInt(condition.amount) };
}
