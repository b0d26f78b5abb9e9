import { repr } from '../codec/repr.js';
import { parseValueHex } from '../codec/value-reader.js';
import { readAccount } from './account.js';
import { movedAssets } from './assets.js';
import type { Contracts } from './contracts.js';
import { hideFunctions } from './hidden.js';
import type { History } from './history.js';
import type { Operation } from './operation.js';
import { Panic } from './panic.js';
import { violatedPostCondition } from './post-conditions.js';
import { FEE_SINK } from './principals.js';
import { NO_COST, type Outcome, type SessionEvent } from './session.js';
import { outlineSource } from './source.js';
import type { VmRejection, VmResult, VmTransaction } from './types.js';
import { callError, deployErrorText, executionError, isOverBudget, vmErrorText } from './vm-error.js';

const OK_TRUE = '0703';
const ERR_NONE = '0809';
/** The first byte of a serialized `(err …)`. */
const ERR = '08';

/** What a transaction came to, and the contract that it deployed. */
export type Execution = { result: VmResult | VmRejection; deployed?: { source: string; constants: Map<string, string> } };

/**
 * Runs one transaction in the open block as `process_transaction` of stacks-core does, nonces and signatures aside: the fee is
 * taken first and stays taken whatever becomes of the payload. What a node cannot put into a block leaves no trace.
 */
export function executeTransaction(history: History, contracts: Contracts, transaction: VmTransaction): Execution {
  const refused = refusal(history, contracts, transaction);
  if (refused !== undefined) return { result: { status: 'invalid', reason: refused } };
  const before = history.tip();
  if (transaction.fee > 0n) {
    const sender = transaction.sponsor ?? transaction.origin;
    const paid = history.run({ type: 'transfer', sender, recipient: FEE_SINK, amount: transaction.fee });
    if (!isTrue(paid)) return { result: { status: 'invalid', reason: 'the fee could not be paid' } };
  }
  const execution = executePayload(history, transaction);
  if (execution.result.status === 'invalid') history.rewind(before);
  return execution;
}

/** What the node checks before it runs anything; undefined if all is well. */
function refusal(history: History, contracts: Contracts, { origin, sponsor, fee, payload }: VmTransaction): string | undefined {
  const balance = (principal: string) => history.peek((machine) => readAccount(machine, principal)).balance;
  const payer = sponsor ?? origin;
  if (fee > 0n && balance(payer) < fee) return `${payer} cannot pay the fee of ${fee} uSTX`;
  if (payload.type === 'transfer') {
    if (payload.recipient === origin) return 'address tried to send to itself';
    if (payload.amount === 0n) return 'amount is zero';
    const needed = payload.amount + (payer === origin ? fee : 0n);
    if (balance(origin) < needed) return `${origin} has less than ${needed} uSTX`;
  }
  if (payload.type === 'deploy' && contracts.has(`${origin}.${payload.name}`)) return `Duplicate contract '${origin}.${payload.name}'`;
  return undefined;
}

function executePayload(history: History, transaction: VmTransaction): Execution {
  const { origin, payload } = transaction;
  switch (payload.type) {
    case 'transfer':
      return executeTransfer(history, { sender: origin, ...payload, type: 'transfer' });
    case 'call': {
      const { contract, fn, args } = payload;
      return settle(history, transaction, { type: 'call', contract, fn, args, sender: origin });
    }
    case 'deploy': {
      const { name, source, clarityVersion } = payload;
      const { source: hidden, constants } = hideFunctions(source);
      const execution = settle(history, transaction, { type: 'deploy', sender: origin, name, source: hidden, clarityVersion });
      return execution.result.status === 'success' ? { ...execution, deployed: { source, constants } } : execution;
    }
  }
}

function executeTransfer(history: History, transfer: Extract<Operation, { type: 'transfer' }>): Execution {
  const outcome = history.run(transfer);
  if (!outcome.ok || !isTrue(outcome)) return { result: { status: 'invalid', reason: 'the transfer could not be made' } };
  return { result: finished('success', OK_TRUE, { ...outcome, cost: NO_COST }) };
}

/** Runs a call or a deploy and decides what of it stays. */
function settle(history: History, transaction: VmTransaction, operation: Extract<Operation, { type: 'call' | 'deploy' }>): Execution {
  const before = history.tip();
  let outcome: Outcome;
  try {
    outcome = history.run(operation);
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
    if (operation.type === 'deploy') history.run({ type: 'block' });
    return { result: failed(`the embedded Clarity VM failed on this transaction, which a real stacks-node may accept: ${error.message}`) };
  }
  if (!outcome.ok) return { result: failure(operation, outcome.message) };
  const rawResult = operation.type === 'deploy' ? OK_TRUE : outcome.result;
  if (rawResult.startsWith(ERR)) return { result: finished('abort_by_response', rawResult, { ...outcome, events: [] }) };
  const reason = violatedPostCondition(transaction, movedAssets(outcome.events));
  if (reason === undefined) return { result: finished('success', rawResult, outcome) };
  history.rewind(before);
  if (operation.type === 'deploy') history.run({ type: 'block' });
  return { result: { ...finished('abort_by_post_condition', rawResult, { ...outcome, events: [] }), vmError: reason } };
}

function failure(operation: Extract<Operation, { type: 'call' | 'deploy' }>, message: string): VmResult | VmRejection {
  if (operation.type === 'call') {
    const error = callError(message, operation, false);
    return isOverBudget(error) ? { status: 'invalid', reason: vmErrorText(error) } : failed(vmErrorText(error));
  }
  const error = executionError(message);
  if (error === undefined) return failed(deployErrorText(message, outlineSource(operation.source).unclosed));
  return isOverBudget(error) ? { status: 'invalid', reason: vmErrorText(error) } : failed(vmErrorText(error));
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

function isTrue(outcome: Outcome): boolean {
  return outcome.ok && outcome.result === OK_TRUE;
}

function show(hex: string): string {
  const value = parseValueHex(hex);
  return value === undefined ? `0x${hex}` : repr(value);
}
