import { untilComplete } from '../../../../base/missing.js';
import { createTurns } from '../../../../base/turns.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import { decodeTransaction, originAddress, payerAddress, type Transaction } from '../../../protocol/codec/transaction/transaction.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import type { Refusal } from '../../clarity/result.js';
import { precheckFailure } from '../../mempool/admission.js';
import { BLOCK_INTERVAL, type StacksBlock } from '../block/block.js';
import { epochAt } from '../epoch.js';
import type { ChainState } from '../state/state.js';
import { beginBlock } from './begin-block.js';
import { executeEntry } from './execute-entries.js';
import { beginReplay, type ReplayedTransaction } from './replay.js';
import { SYSTEM_RESULT } from './tenure.js';

/** Micro-STX that an account gets before the first transaction. */
export type Mint = { readonly principal: string; readonly amount: bigint };

/** A transaction that no block can have. */
export class NotSimulated extends Error {
  readonly txid: string;

  constructor(txid: string, message: string) {
    super(message);
    this.txid = txid;
  }
}

/** Executes a transaction in a block of its own, which continues the tenure of another one. */
export async function simulateTransaction(
  state: ChainState,
  parent: StacksBlock,
  transaction: Transaction,
): Promise<ReplayedTransaction | NotSimulated> {
  const { tenureHeight, sortition } = parent;
  const execution = await beginBlock(state, parent, {
    height: parent.height + 1,
    tenureHeight,
    sortition,
    time: parent.time + BLOCK_INTERVAL,
  });
  return execute(state, parent, execution, transaction, 'transaction');
}

/** Executes transactions in the place of those of a block that has a parent. Those that open a tenure have no effect. */
export async function simulateBlock(
  state: ChainState,
  block: StacksBlock,
  { transactions, mint }: { transactions: readonly Transaction[]; mint: readonly Mint[] },
): Promise<ReplayedTransaction[] | NotSimulated> {
  const execution = await beginReplay(state, block);
  if (execution === undefined) throw new RangeError(`the block at height ${block.height} has no parent`);
  const nextTurn = createTurns();
  for (const { principal, amount } of mint) {
    await untilComplete(() => execution.credit(parsePrincipal(principal), amount, 0n));
    await nextTurn();
  }
  const executed: ReplayedTransaction[] = [];
  for (const [at, transaction] of transactions.entries()) {
    await nextTurn();
    const outcome = await execute(state, block, execution, transaction, `tx ${at}`);
    if (outcome instanceof NotSimulated) return outcome;
    executed.push(outcome);
  }
  return executed;
}

/** @param named how a refusal names the transaction */
async function execute(
  { vm, network, epochs }: ChainState,
  { sortition }: StacksBlock,
  execution: BlockExecution,
  given: Transaction,
  named: string,
): Promise<ReplayedTransaction | NotSimulated> {
  const { raw, txid, payload } = given;
  if (payload.type === 'coinbase' || payload.type === 'tenure-change') return { raw, txid, result: SYSTEM_RESULT, nanos: 0n };
  const failure =
    precheckFailure(given, { network, epoch: epochAt(epochs, sortition.height), impersonated: new Set() }) ??
    (await nonceFailure(execution, given));
  if (failure !== undefined) return new NotSimulated(txid, `Error processing ${named}: ${failure}`);
  const start = process.hrtime.bigint();
  const result = await executeEntry(vm.queries, execution, { transaction: decodeTransaction(raw) });
  const nanos = process.hrtime.bigint() - start;
  if (result.status === 'postponed') return new NotSimulated(txid, `Skipped ${named}: it does not fit into the block`);
  if (result.status === 'invalid') return new NotSimulated(txid, refused(result, named));
  return { raw, txid, result, nanos };
}

/** In the words of stacks-core (`TransactionNonceMismatch`), which compares the sponsor first. */
async function nonceFailure(execution: BlockExecution, transaction: Transaction): Promise<string | undefined> {
  const { origin, sponsor, txid } = transaction;
  const payers = [
    { role: 'origin', address: originAddress(transaction), nonce: origin.nonce },
    ...(sponsor === undefined ? [] : [{ role: 'sponsor', address: payerAddress(transaction), nonce: sponsor.nonce }]),
  ];
  for (const { role, address, nonce } of payers.reverse()) {
    const { nonce: expected } = await untilComplete(() => execution.state.account(parsePrincipal(address)));
    if (nonce !== expected) return `Bad nonce: ${role} account ${address} nonce of tx ${txid} is ${nonce} (expected ${expected})`;
  }
  return undefined;
}

/** What stacks-core says of some rejections, instead of the sentence that a waiting client gets. */
const WORDS: Partial<Record<NonNullable<Refusal['type']>, string>> = { fee: 'Invalid fee', balance: 'Internal(InsufficientBalance)' };

function refused({ type, reason, staysPending }: Refusal, named: string): string {
  return `${staysPending ? 'Error processing' : 'Problematic'} ${named}: ${(type && WORDS[type]) ?? reason}`;
}
