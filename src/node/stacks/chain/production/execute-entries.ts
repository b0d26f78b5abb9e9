import { untilComplete } from '../../../../chains/missing.js';
import { originAccount } from '../../../../chains/stacks/codec/transaction/transaction.js';
import { readStateChange } from '../../../../chains/stacks/state-change.js';
import { createTurns } from '../../../../turns.js';
import type { BlockExecution, Postponement } from '../../clarity/block-execution.js';
import { ForkSourceFailure } from '../../clarity/fork-source/failure.js';
import type { Refusal, Result } from '../../clarity/result.js';
import type { Runner } from '../../clarity/runner.js';
import { changeState } from '../../clarity/state-change.js';
import { clarityTransaction, principalOf } from '../../clarity/transaction.js';
import type { PoolEntry } from '../../mempool/pool.js';
import type { ChainState } from '../state/state.js';

/** A pending transaction and what its execution gave. */
type Executed = { entry: PoolEntry; result: Result | Refusal | Postponement };

/** Executes transactions one after another. Later ones of an account whose transaction is in no block wait, too. */
export async function executeAll({ vm }: ChainState, execution: BlockExecution, entries: readonly PoolEntry[]): Promise<Executed[]> {
  const executed: Executed[] = [];
  const waiting = new Set<string>();
  const giveWay = createTurns();
  for (const entry of entries) {
    const mustWait = waiting.has(entry.origin) || waiting.has(entry.sponsor);
    const result: Executed['result'] = mustWait
      ? { status: 'postponed' }
      : await withoutForkSource(executeEntry(vm.blocks, execution, entry));
    if (result.status === 'invalid' || result.status === 'postponed') waiting.add(entry.origin).add(entry.sponsor);
    executed.push({ entry, result });
    await giveWay();
  }
  return executed;
}

/** A transaction that needs what the origin of a fork does not answer is in no block: its sender is notified, and may send it again. */
export async function withoutForkSource(executing: Promise<Executed['result']>): Promise<Executed['result']> {
  try {
    return await executing;
  } catch (error) {
    if (!(error instanceof ForkSourceFailure)) throw error;
    return { status: 'invalid', reason: error.message };
  }
}

/** Executes one transaction. */
export async function executeEntry(
  runner: Runner,
  execution: BlockExecution,
  { transaction }: Pick<PoolEntry, 'transaction'>,
): Promise<Executed['result']> {
  const change = readStateChange(transaction);
  if (change === undefined) return (await runner.execute(execution, clarityTransaction(transaction))).result;
  return untilComplete(() => changeState(execution, principalOf(originAccount(transaction)), change));
}
