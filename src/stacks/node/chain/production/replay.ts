import { DevnetError } from '../../../../base/error.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import { decodeTransaction } from '../../../protocol/codec/transaction/transaction.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import type { Result } from '../../clarity/result.js';
import type { Runner } from '../../clarity/runner.js';
import { writeSigners } from '../../clarity/signers.js';
import type { StacksBlock } from '../block/block.js';
import type { ExecutedTransaction, MinedTransaction } from '../block/mined-transaction.js';
import { signerSetOf } from '../pox/signer-set.js';
import type { ChainState } from '../state/state.js';
import { beginBlock } from './begin-block.js';
import { executeEntry } from './execute-entries.js';
import { openProducer } from './produce.js';
import { OPENING, SYSTEM_RESULT } from './tenure.js';

/** A transaction with how long it took, in ns. */
export type ReplayedTransaction = ExecutedTransaction & { readonly nanos: bigint };

/**
 * Executes a block again up to a transaction, which is not executed. Undefined for one of the first blocks.
 * @param txid hex without 0x
 * @throws DevnetError TIMEOUT if a transaction now takes longer than it may
 */
export async function replayBlock(
  state: ChainState,
  block: StacksBlock,
  txid: string,
  runner = state.vm.queries,
): Promise<BlockExecution | undefined> {
  const execution = await beginReplay(state, block);
  if (execution === undefined) return undefined;
  for (const mined of pendingOf(block)) {
    if (mined.txid === txid) return execution;
    await executeMined(runner, execution, mined);
  }
  throw new RangeError(`the block at height ${block.height} has no transaction ${txid}`);
}

/**
 * Executes a block again and returns all its transactions. Effects of the block itself (rewards, emissions) are missing, as in a real
 * node's replay. Undefined for one of the first blocks.
 * @throws DevnetError TIMEOUT if a transaction now takes longer than it may
 */
export async function executeBlockAgain(state: ChainState, block: StacksBlock): Promise<ReplayedTransaction[] | undefined> {
  const execution = await beginReplay(state, block);
  if (execution === undefined) return undefined;
  const executed: ReplayedTransaction[] = [];
  if (block.beginsTenure) {
    for (const { raw, txid } of block.transactions.slice(0, OPENING)) executed.push({ raw, txid, result: SYSTEM_RESULT, nanos: 0n });
  }
  for (const mined of pendingOf(block)) {
    const { raw, txid } = mined;
    const start = process.hrtime.bigint();
    const result = await executeMined(state.vm.queries, execution, mined);
    executed.push({ raw, txid, result, nanos: process.hrtime.bigint() - start });
  }
  return executed;
}

/** Begins a block on the state of its parent, up to the transactions that came from the mempool. */
export async function beginReplay(state: ChainState, block: StacksBlock): Promise<BlockExecution | undefined> {
  const { network } = state;
  const { parent, chosen, beginsTenure } = block;
  if (parent === undefined) return undefined;
  const execution = await beginBlock(state, parent, block);
  if (chosen !== undefined) writeSigners(execution, parsePrincipal(network.bootAddress), signerSetOf(chosen));
  if (beginsTenure) openProducer(execution, network);
  return execution;
}

function pendingOf({ beginsTenure, transactions }: StacksBlock): readonly MinedTransaction[] {
  return beginsTenure ? transactions.slice(OPENING) : transactions;
}

async function executeMined(runner: Runner, execution: BlockExecution, { raw, txid }: MinedTransaction): Promise<Result> {
  const result = await executeEntry(runner, execution, { transaction: decodeTransaction(raw) });
  if (result.status === 'invalid') throw new DevnetError('TIMEOUT', `cannot execute 0x${txid} again: ${result.reason}`);
  if (result.status === 'postponed') throw new Error(`0x${txid} does not fit into its block`);
  return result;
}
