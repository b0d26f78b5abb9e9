import { repr } from '../../../../chains/stacks/codec/value/repr.js';
import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import type { FailureOrigin } from '../../../../chains/stacks/trace/types.js';
import type { History } from '../image/history.js';
import type { Operation } from '../machine/operation.js';
import { Panic } from '../machine/panic.js';
import { needsPlaceholder } from '../machine/placeholder.js';
import { FEE_SINK } from '../machine/principals.js';
import { ERR_NONE, isErr, OK_TRUE } from '../machine/serialized.js';
import { type Finding, findErrors, NO_COST, type Outcome, type SessionEvent } from '../machine/session.js';
import { SOURCE } from '../memory/contract-metadata.js';
import { callOrigin, deployOrigin, originAt, outlineReader } from '../trace/origin.js';
import type { VmRejection, VmResult, VmTransaction } from '../types.js';
import { movedAssets } from './assets.js';
import type { Contracts } from './contracts.js';
import { violatedPostCondition } from './post-conditions.js';
import { mayAskForSponsor, SPONSOR_LIMIT } from './sponsor.js';
import { changeState } from './state-change.js';
import { breaksPoxInvariant, callError, deployError, executionError, isOverBudget, type VmError, vmErrorText } from './vm-error.js';

/** The known Clarity versions. The VM reads any other number as the newest. */
const CLARITY_VERSIONS = [undefined, 1, 2, 3, 4, 5, 6];

type Result = VmResult | VmRejection;

/**
 * Runs one transaction in the open block as `process_transaction` of stacks-core does, nonces and signatures aside: the fee is
 * charged first, whatever the result of the payload. A transaction that a node cannot put into a block has no effect.
 */
export function executeTransaction(history: History, contracts: Contracts, transaction: VmTransaction): Result {
  const refused = refusal(contracts, transaction);
  if (refused !== undefined) return refuse(refused);
  return history.attempt(
    () => payFee(history, transaction) ?? executePayload(history, contracts, transaction),
    ({ status }) => status === 'invalid',
  );
}

function payFee(history: History, { origin, sponsor, fee }: VmTransaction): Result | undefined {
  if (fee === 0n) return undefined;
  const sender = sponsor ?? origin;
  const paid = history.run({ type: 'transfer', sender, recipient: FEE_SINK, amount: fee });
  return isTrue(paid) ? undefined : refuse(`${sender} cannot pay the fee of ${fee} uSTX`, true);
}

/** Returns the error of the node's checks before execution, if any. */
function refusal(contracts: Contracts, { origin, payload }: VmTransaction): string | undefined {
  if (payload.type === 'transfer' && payload.recipient === origin) return 'address tried to send to itself';
  if (payload.type === 'transfer' && payload.amount === 0n) return 'amount is zero';
  if (payload.type === 'deploy' && !CLARITY_VERSIONS.includes(payload.clarityVersion))
    return `there is no Clarity ${payload.clarityVersion}`;
  if (payload.type === 'deploy' && contracts.has(`${origin}.${payload.name}`)) return `Duplicate contract '${origin}.${payload.name}'`;
  return undefined;
}

function executePayload(history: History, contracts: Contracts, transaction: VmTransaction): Result {
  const { origin, payload } = transaction;
  if (isBeyondVm(contracts, transaction)) {
    if (payload.type === 'deploy') history.run({ type: 'block' });
    return failed(SPONSOR_LIMIT);
  }
  switch (payload.type) {
    case 'transfer':
      return executeTransfer(history, { sender: origin, ...payload, type: 'transfer' });
    case 'call': {
      const { contract, fn, args } = payload;
      return settle(history, contracts, transaction, { type: 'call', contract, fn, args, sender: origin });
    }
    case 'deploy':
      return executeDeploy(history, contracts, transaction, payload);
    case 'state': {
      const outcome = changeState(history, origin, payload.change);
      return outcome.ok ? finished('success', OK_TRUE, { ...outcome, cost: NO_COST }) : refuse(outcome.message);
    }
  }
}

function isBeyondVm(contracts: Contracts, { origin, sponsor, payload }: VmTransaction): boolean {
  if (sponsor === undefined || payload.type === 'transfer' || payload.type === 'state') return false;
  const run = payload.type === 'call' ? payload : { contract: `${origin}.${payload.name}`, source: payload.source };
  return mayAskForSponsor(contracts, run);
}

/** Deploys a contract. If that fails with a placeholder, deploys it without one: the error must be that of the source. */
function executeDeploy(history: History, contracts: Contracts, transaction: VmTransaction, payload: DeployPayload): Result {
  const { name, source, clarityVersion } = payload;
  const operation = { type: 'deploy', sender: transaction.origin, name, source, clarityVersion } as const;
  const needs = needsPlaceholder(source);
  const hasFailed = ({ status }: Result) => needs && status === 'abort_by_response';
  const result = history.attempt(() => settle(history, contracts, transaction, { ...operation, placeholder: needs }), hasFailed);
  return hasFailed(result) ? settle(history, contracts, transaction, operation) : result;
}

type DeployPayload = Extract<VmTransaction['payload'], { type: 'deploy' }>;

function executeTransfer(history: History, transfer: Extract<Operation, { type: 'transfer' }>): Result {
  const outcome = history.run(transfer);
  if (!outcome.ok || !isTrue(outcome)) return refuse(`${transfer.sender} cannot transfer ${transfer.amount} uSTX`, true);
  return finished('success', OK_TRUE, { ...outcome, cost: NO_COST });
}

/** Runs a call or a deploy and keeps its effect unless post-conditions fail. */
function settle(history: History, contracts: Contracts, transaction: VmTransaction, operation: Run): Result {
  const result = history.attempt(
    () => judge(history, contracts, transaction, operation),
    ({ status }) => status === 'abort_by_post_condition',
  );
  // The undo of a deploy also removes the block that it opened.
  if (operation.type === 'deploy' && result.status === 'abort_by_post_condition') history.run({ type: 'block' });
  return result;
}

type Run = Extract<Operation, { type: 'call' | 'deploy' }>;

function judge(history: History, contracts: Contracts, transaction: VmTransaction, operation: Run): Result {
  let outcome: Outcome;
  const { recorder, metadata } = history.machine();
  const outlineOf = outlineReader(recorder, (contract) => {
    if (operation.type === 'deploy' && contract === `${operation.sender}.${operation.name}`) return operation.source;
    return contracts.get(contract)?.source ?? metadata(contract, SOURCE);
  });
  recorder.begin(outlineOf);
  try {
    outcome = history.run(operation);
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
    if (operation.type === 'deploy') history.run({ type: 'block' });
    return failed(`the embedded Clarity VM failed on this transaction, which a real stacks-node may accept: ${error.message}`);
  }
  if (!outcome.ok) {
    const { message } = outcome;
    const result = failure(history, operation, message);
    return withOrigin(
      result,
      operation.type === 'call' ? callOrigin(recorder, operation, outlineOf) : originOfDeploy(operation, message, result),
    );
  }
  const rawResult = operation.type === 'deploy' ? OK_TRUE : outcome.result;
  // the conditions are judged even if the contract takes everything back by itself: then nothing was moved
  const aborted = isErr(rawResult);
  const moved = movedAssets(aborted ? [] : outcome.events, operation.type === 'call' ? operation : undefined);
  const reason = violatedPostCondition(transaction, moved);
  if (reason !== undefined) return { ...finished('abort_by_post_condition', rawResult, { ...outcome, events: [] }), vmError: reason };
  if (!aborted) return finished('success', rawResult, outcome);
  const origin = operation.type === 'call' ? callOrigin(recorder, operation, outlineOf) : undefined;
  return withOrigin(finished('abort_by_response', rawResult, { ...outcome, events: [] }), origin);

  function originOfDeploy(deploy: Extract<Run, { type: 'deploy' }>, message: string, result: Result): FailureOrigin | undefined {
    if (executionError(message) !== undefined) return deployOrigin(history, deploy, message, outlineOf);
    const contract = `${deploy.sender}.${deploy.name}`;
    const [outline, position] = [outlineOf(contract), 'errorPosition' in result ? result.errorPosition : undefined];
    return outline && position && originAt(outline, position, contract, [contract]);
  }
}

function withOrigin(result: Result, origin: FailureOrigin | undefined): Result {
  return origin === undefined ? result : { ...result, origin };
}

function failure(history: History, operation: Run, message: string): Result {
  if (operation.type === 'call') return stopped(callError(message, operation, false));
  const error = executionError(message);
  if (/ can not be used with \S+$/.test(message)) return { status: 'invalid', reason: message.replace(/^.* -> /, '') };
  if (error === undefined) return { ...failed(message), ...deployError(message, findings(history, operation), operation.source) };
  return stopped(error);
}

/** Returns all errors of a source: a failed deploy reports one without its position. */
function findings(history: History, deploy: Extract<Operation, { type: 'deploy' }>): Finding[] {
  try {
    return history.peek(
      (machine) => findErrors(machine, deploy),
      () => true,
    );
  } catch (error) {
    if (error instanceof Panic) return [];
    throw error;
  }
}

/** A transaction that exceeds the budget of a block, or breaks an invariant of pox-5, is in none. */
function stopped(error: VmError): Result {
  const reason = vmErrorText(error);
  if (isOverBudget(error)) return { status: 'invalid', reason, tooExpensive: true };
  return breaksPoxInvariant(error) ? { status: 'invalid', reason } : failed(reason);
}

function failed(vmError: string): VmResult {
  return { status: 'abort_by_response', rawResult: ERR_NONE, repr: '(err none)', events: [], vmError, cost: NO_COST };
}

function finished(status: VmResult['status'], rawResult: string, { events, cost }: Extract<Outcome, { ok: true }>): VmResult {
  return { status, rawResult, repr: show(rawResult), events: events.map(nodeEvent), vmError: null, cost };
}

/** The node calls what a contract printed a contract event; all the others have the same names. */
function nodeEvent({ event, data }: SessionEvent): VmResult['events'][number] {
  const type = event === 'print_event' ? 'contract_event' : event;
  return { type, [type]: data };
}

function refuse(reason: string, mayRecover = false): VmRejection {
  return { status: 'invalid', reason, mayRecover };
}

function isTrue(outcome: Outcome): boolean {
  return outcome.ok && outcome.result === OK_TRUE;
}

function show(hex: string): string {
  const value = parseValueHex(hex);
  return value === undefined ? `0x${hex}` : repr(value);
}
