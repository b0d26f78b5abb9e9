import { DevnetError } from '../../base/error.js';
import { untilComplete } from '../../base/missing.js';
import { NO_COST } from '../../clarity/costs.js';
import type { StateEditor } from '../../clarity/state.js';
import type { CallTrace, CostProfile } from '../../clarity/trace.js';
import type { Transaction } from '../../clarity/transaction.js';
import { parsePrincipal } from '../../clarity/values.js';
import { decodeTransaction } from '../protocol/codec/transaction/transaction.js';
import { withDecoded } from '../protocol/receipt/lazy-events.js';
import { readReceipt } from '../protocol/receipt/receipt.js';
import { type Simulation, type SimulationRequest, withoutPlace } from '../protocol/trace/simulation.js';
import { readStateChange } from '../state-change.js';
import { chainView } from './chain/block/chain-view.js';
import { blockReceipts } from './chain/block/receipts.js';
import { epochAt } from './chain/epoch.js';
import { replayBlock } from './chain/production/replay.js';
import type { ChainState } from './chain/state/state.js';
import type { BlockExecution } from './clarity/block-execution.js';
import type { Refusal, Result } from './clarity/result.js';
import type { Observed, Recording } from './clarity/run-transaction.js';
import { clarityTransaction, valueOfHex } from './clarity/transaction.js';

/**
 * Returns the calls of a transaction on the chain; undefined if it is not there. The block is executed again up to the transaction.
 * @param txid hex without 0x
 */
export async function traceTransaction(state: ChainState, txid: string): Promise<CallTrace | undefined> {
  return (await executeAgain(state, txid, 'calls'))?.trace;
}

/** Returns what each function and line of a transaction on the chain cost, as {@link traceTransaction} does. */
export async function profileTransaction(state: ChainState, txid: string): Promise<CostProfile | undefined> {
  return (await executeAgain(state, txid, 'costs'))?.profile;
}

async function executeAgain(state: ChainState, txid: string, records: Recording): Promise<Omit<Observed, 'result'> | undefined> {
  const found = state.ledger.find(txid.toLowerCase());
  if (found === undefined) return undefined;
  const { block, transaction } = found;
  const decoded = decodeTransaction(transaction.raw);
  const { type } = decoded.payload;
  const nothing = { trace: {}, profile: { cost: NO_COST, functions: [], lines: [] } };
  if (type === 'coinbase' || type === 'tenure-change' || readStateChange(decoded) !== undefined) return nothing;
  const execution = await replayBlock(state, block, transaction.txid);
  if (execution === undefined) return nothing;
  const { result, ...recorded } = await state.vm.queries.execute(execution, clarityTransaction(decoded), { records });
  if (result.status === 'invalid') throw new DevnetError('TIMEOUT', `cannot execute 0x${transaction.txid} again: ${result.reason}`);
  return recorded;
}

/** Executes a call or a transaction in the state of the tip, without an effect. */
export async function simulate(state: ChainState, request: SimulationRequest): Promise<Simulation> {
  const { execution, transaction } = await beginSimulation(state, request);
  const { result, trace } = await state.vm.queries.execute(execution, transaction, { records: 'calls' });
  if (result.status === 'postponed') throw new Error('the first transaction of a block is never postponed');
  return describeExecuted(result, request.type === 'transaction' ? request.raw : Buffer.alloc(0), trace);
}

/** Describes what an executed transaction did, or why no block can have it. */
export function describeExecuted(result: Result | Refusal, raw: Buffer, trace: CallTrace | undefined): Simulation {
  if (result.status === 'invalid') {
    const { reason, origin } = result;
    return { status: 'rejected', result: { hex: '0x', repr: '' }, reason, ...(origin && { origin }), events: [], cost: NO_COST, ...trace };
  }
  const [receipt] = blockReceipts([{ raw, txid: '', result }]);
  if (receipt === undefined) throw new Error('a transaction has a receipt');
  const { status, result: value, reason, origin, cost } = readReceipt(receipt, { height: 0, hash: '', burnHeight: 0 });
  const simulated = { status, result: value, ...(reason && { reason }), ...(origin && { origin }), events: [], cost, ...trace };
  return withDecoded(simulated, receipt.events, withoutPlace);
}

/** Returns what a simulation executes, and in which block. */
export async function beginSimulation(
  state: ChainState,
  request: SimulationRequest,
): Promise<{ execution: BlockExecution; transaction: Transaction }> {
  const { tip } = state.ledger;
  const execution = state.vm.begin(tip.state, epochAt(state.epochs, tip.sortition.height), chainView(state, tip));
  return { execution, transaction: await untilComplete(() => readRequest(request, execution)) };
}

/** Nonces of transactions do not count. A call needs no money. */
function readRequest(request: SimulationRequest, { state }: BlockExecution): Transaction {
  if (request.type === 'transaction') return withNextNonces(clarityTransaction(decodeTransaction(request.raw)), state);
  const { sender, contract, fn, args } = request;
  const origin = parsePrincipal(sender);
  const payload = { type: 'call', contract: parsePrincipal(contract), fn, args: args.map(valueOfHex) } as const;
  return { origin, nonce: state.account(origin).nonce, fee: 0n, payload, postConditionMode: 'allow', postConditions: [] };
}

export function withNextNonces(transaction: Transaction, state: StateEditor): Transaction {
  const { origin, sponsor } = transaction;
  const { nonce } = state.account(origin);
  return { ...transaction, nonce, ...(sponsor && { sponsor: { ...sponsor, nonce: state.account(sponsor.principal).nonce } }) };
}
