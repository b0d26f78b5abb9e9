import type { ContractAnalysis } from '../analysis/contract-analysis.js';
import { StaticFailure } from '../analysis/static-failure.js';
import { subtractCosts } from '../costs/arithmetic.js';
import type { Pace } from '../costs/tracker.js';
import { sumAssets } from '../execution/asset-log.js';
import type { ChainView } from '../execution/chain-view.js';
import { deployContract, type Program } from '../execution/deploy.js';
import { Execution, type Rules } from '../execution/execution.js';
import { callContract } from '../execution/invoke.js';
import type { Place, Tracer } from '../execution/observation.js';
import { readProgram } from '../execution/program.js';
import type { ExecutionCost } from '../failure.js';
import { moveStx, OK_TRUE } from '../natives/stx.js';
import type { Account, StateEditor } from '../state/state.js';
import { type LockClock, type UnlockHeights, unlockHeightsIn } from '../state/unlock-heights.js';
import type { Span } from '../syntax/expression.js';
import { ParseFailure } from '../syntax/parse-failure.js';
import { errOf } from '../values/construct.js';
import { contractPrincipal } from '../values/principal.js';
import { NONE, type PrincipalValue, type Value } from '../values/value.js';
import { defaultVersion } from '../version.js';
import { analysisOutcomeOf, type FailureOutcome, outcomeOf } from './outcome.js';
import { violatedPostCondition } from './post-conditions.js';
import type { Receipt, Rejection } from './receipt.js';
import type { Payload, Transaction } from './transaction.js';

/** The block that transactions are processed in. */
export type BlockContext = {
  readonly rules: Rules;
  readonly state: StateEditor;
  readonly chain: ChainView;
  readonly unlockHeights: UnlockHeights;
  /** What all transactions of the tenure cost so far, and may cost. */
  readonly spent: ExecutionCost;
  readonly limit: ExecutionCost;
  readonly pace?: Pace | undefined;
  readonly tracer?: Tracer | undefined;
};

const ERR_NONE = errOf(NONE);

/**
 * Processes a transaction as from epoch 2.1 on: nonces, the fee, the payload, the new nonces (`process_transaction_with_check`,
 * stackslib/src/chainstate/stacks/db/transactions.rs). A rejected one leaves the state unchanged.
 * @throws what the state's origin or the pace throws; the state is unchanged then, too
 */
export function processTransaction(block: BlockContext, transaction: Transaction): Receipt | Rejection {
  const { state } = block;
  const before = state.snapshot();
  let result: Receipt | Rejection | undefined;
  try {
    result = checkNonces(state, transaction) ?? payFee(block, transaction) ?? processPayload(block, transaction);
  } finally {
    if (result?.type !== 'receipt') state.restore(before);
  }
  if (result.type !== 'receipt') return result;
  raiseNonce(state, transaction.origin);
  if (transaction.sponsor !== undefined && transaction.sponsor.principal.id !== transaction.origin.id)
    raiseNonce(state, transaction.sponsor.principal);
  return result;
}

function checkNonces(state: StateEditor, { origin, nonce, sponsor }: Transaction): Rejection | undefined {
  const sponsored = sponsor && mismatch(state, sponsor.principal, sponsor.nonce);
  return sponsored ?? mismatch(state, origin, nonce);
}

function mismatch(state: StateEditor, principal: PrincipalValue, nonce: bigint): Rejection | undefined {
  const expected = state.account(principal).nonce;
  if (nonce === expected) return undefined;
  return { type: 'nonce', reason: `the nonce of ${principal.text} is ${expected}, but the transaction has ${nonce}` };
}

function payFee({ rules, state, chain, unlockHeights }: BlockContext, { origin, sponsor, fee }: Transaction): Rejection | undefined {
  const payer = sponsor?.principal ?? origin;
  const clock: LockClock = { burnHeight: chain.burnHeight, unlockHeights: unlockHeightsIn(rules.epoch, unlockHeights) };
  const account = state.account(payer);
  if (!account.balance.canTransferAt(fee, clock)) return { type: 'fee', reason: `${payer.text} cannot pay the fee of ${fee} uSTX` };
  if (fee > 0n) state.setAccount(payer, { ...account, balance: account.balance.debit(fee, clock) });
  return undefined;
}

function raiseNonce(state: StateEditor, principal: PrincipalValue): void {
  const account: Account = state.account(principal);
  state.setAccount(principal, { ...account, nonce: account.nonce + 1n });
}

function processPayload(block: BlockContext, transaction: Transaction): Receipt | Rejection {
  const { spent, ...options } = block;
  const { origin, sponsor, payload } = transaction;
  const x = new Execution({ ...options, sender: origin, sponsor: sponsor?.principal });
  x.add(spent);
  const run = new PayloadRun(x, transaction, spent);
  switch (payload.type) {
    case 'transfer':
      return run.transfer(payload);
    case 'call':
      return run.execute(() => callContract(x, payload.contract, payload.fn, payload.args));
    case 'deploy':
      return run.deploy(payload);
  }
}

type PayloadOf<T extends Payload['type']> = Extract<Payload, { type: T }>;

/** `process_transaction_payload`. */
class PayloadRun {
  readonly #x: Execution;
  readonly #transaction: Transaction;
  readonly #spent: ExecutionCost;
  #analysis: ContractAnalysis | undefined;

  constructor(x: Execution, transaction: Transaction, spent: ExecutionCost) {
    this.#x = x;
    this.#transaction = transaction;
    this.#spent = spent;
  }

  transfer({ recipient, amount, memo }: PayloadOf<'transfer'>): Receipt | Rejection {
    const { origin, postConditions } = this.#transaction;
    if (postConditions.length > 0) return invalid('Invalid Stacks transaction: TokenTransfer transactions do not support post-conditions');
    if (recipient.id === origin.id) return invalid('Invalid TokenTransfer: address tried to send to itself');
    const result = moveStx(this.#x, origin, recipient, amount, memo);
    if (result === OK_TRUE) return this.#receipt('success', result);
    return { type: 'balance', reason: `${origin.text} cannot transfer ${amount} uSTX` };
  }

  deploy({ name, source, version = defaultVersion(this.#x.rules.epoch) }: PayloadOf<'deploy'>): Receipt | Rejection {
    const x = this.#x;
    const id = contractPrincipal(this.#transaction.origin, name);
    if (version > defaultVersion(x.rules.epoch)) return invalid(`epoch ${x.rules.epoch.name} has no Clarity ${version}`);
    if (x.state.contract(id) !== undefined) return invalid(`Duplicate contract '${id.text}'`);
    let program: Program;
    try {
      program = readProgram(x, { id, source, version });
    } catch (error) {
      return this.#failed(analysisOutcomeOf(error, x.rules.epoch), spanOf(error));
    }
    this.#analysis = program.analysis;
    return this.execute(() => {
      deployContract(x, program);
      return OK_TRUE;
    });
  }

  /** Runs code and keeps what it did, unless it fails or a post-condition does. */
  execute(run: () => Value): Receipt | Rejection {
    const x = this.#x;
    const savepoint = x.save();
    let result: Value;
    try {
      result = run();
      x.commit(savepoint);
    } catch (error) {
      x.rollBack(savepoint);
      return this.#failed(outcomeOf(error), x.place());
    }
    const { hasStakingConditions, sumsStacking } = x.rules.epoch;
    const reason = violatedPostCondition(this.#transaction, sumAssets(x.moves, sumsStacking), hasStakingConditions);
    if (reason === undefined) {
      if (!isErr(result)) return this.#receipt('success', result);
      return this.#receipt('abort_by_response', result, undefined, x.placeOfError(result));
    }
    const receipt = this.#receipt('abort_by_post_condition', result, reason);
    x.rollBack(savepoint);
    return receipt;
  }

  #failed(outcome: FailureOutcome, failedAt: Place | Span | undefined): Receipt | Rejection {
    if (outcome.type !== 'aborted') return { ...outcome, failedAt };
    return this.#receipt('abort_by_response', ERR_NONE, outcome.vmError, failedAt);
  }

  #receipt(status: Receipt['status'], result: Value, vmError?: string, failedAt?: Place | Span): Receipt {
    const x = this.#x;
    const stxBurned = x.moves.reduce((sum, move) => (move.type === 'burn' ? sum + move.amount : sum), 0n);
    const cost = subtractCosts(x.total(), this.#spent);
    return { type: 'receipt', status, result, events: [...x.events], stxBurned, cost, vmError, failedAt, analysis: this.#analysis };
  }
}

function spanOf(error: unknown): Span | undefined {
  return error instanceof ParseFailure || error instanceof StaticFailure ? error.span : undefined;
}

function invalid(reason: string): Rejection {
  return { type: 'invalid', reason };
}

function isErr(value: Value): boolean {
  return value.kind === 'response' && !value.isOk;
}
