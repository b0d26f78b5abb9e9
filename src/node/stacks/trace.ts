import { decodeTransaction } from '../../chains/stacks/codec/transaction/transaction.js';
import { readReceipt } from '../../chains/stacks/receipt/receipt.js';
import type { Simulation, SimulationRequest } from '../../chains/stacks/trace/simulation.js';
import type { CallTrace } from '../../chains/stacks/trace/types.js';
import { blockReceipts } from './chain/block/receipts.js';
import { vmBlock } from './chain/production/produce.js';
import { toVmTransaction } from './chain/production/vm-transaction.js';
import type { ChainState } from './chain/state/state.js';
import type { RpcNode } from './rpc/node.js';
import { NO_COST } from './vm/machine/session.js';
import type { VmTransaction } from './vm/types.js';

/**
 * Returns the calls of a transaction on the chain; undefined if it is not there. A second VM executes the transaction again, in the state before it.
 * @param txid hex without 0x
 */
export async function traceTransaction({ state: { ledger }, past }: RpcNode, txid: string): Promise<CallTrace | undefined> {
  const found = ledger.find(txid.toLowerCase());
  if (found === undefined) return undefined;
  const { block, transaction } = found;
  const { payload } = decodeTransaction(transaction.raw);
  if (payload.type === 'coinbase' || payload.type === 'tenure-change' || block.parent === undefined) return {};
  const content = vmBlock(block);
  const index = content.transactions.findIndex((one) => one.txid === `0x${transaction.txid}`);
  const trace = await past.at(block.parent, (vm) => vm.trace({ ...content, transactions: content.transactions.slice(0, index + 1) }));
  return ledger.has(block) ? trace : undefined;
}

/** Executes a call or a transaction in the state of the tip, without an effect. */
export async function simulate({ vm }: ChainState, request: SimulationRequest): Promise<Simulation> {
  const { raw, transaction } = readRequest(request);
  const { result, trace } = await vm.simulate(transaction);
  if (result.status === 'invalid') {
    const { reason, origin } = result;
    return { status: 'rejected', result: { hex: '0x', repr: '' }, reason, ...(origin && { origin }), events: [], cost: NO_COST, ...trace };
  }
  const [receipt] = blockReceipts([{ raw, txid: '', result }]);
  if (receipt === undefined) throw new Error('a transaction has a receipt');
  const { status, result: value, reason, origin, cost } = readReceipt(receipt, { height: 0, hash: '', burnHeight: 0 });
  const events = receipt.events.map(({ txid: _txid, event_index: _index, committed: _committed, ...event }) => event);
  return { status, result: value, ...(reason && { reason }), ...(origin && { origin }), events, cost, ...trace };
}

function readRequest(request: SimulationRequest): { raw: Buffer; transaction: VmTransaction } {
  if (request.type === 'transaction') return { raw: request.raw, transaction: toVmTransaction(decodeTransaction(request.raw)) };
  const { sender, contract, fn, args } = request;
  const payload = { type: 'call', contract, fn, args } as const;
  const rest = { txid: `0x${'00'.repeat(32)}`, origin: sender, fee: 0n, postConditionMode: 'allow', postConditions: [] } as const;
  return { raw: Buffer.alloc(0), transaction: { ...rest, payload, postConditions: [] } };
}
