import { DevnetError } from '../../../../base/error.js';
import { untilComplete } from '../../../../base/missing.js';
import { createTurns } from '../../../../base/turns.js';
import { originAccount } from '../../../protocol/codec/transaction/transaction.js';
import { readStateChange } from '../../../state-change.js';
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
      : await refusingFailures(executeEntry(vm.blocks, execution, entry));
    if (result.status === 'invalid' || result.status === 'postponed') waiting.add(entry.origin).add(entry.sponsor);
    executed.push({ entry, result });
    await giveWay();
  }
  return executed;
}

/**
 * Turns what ends an execution early into a refusal, whose reason the sender gets: the origin of a fork that does not answer, or an error
 * of this VM. That one transaction never stops the blocks of all others.
 * @throws DevnetError if the node closes
 */
export async function refusingFailures(executing: Promise<Executed['result']>): Promise<Executed['result']> {
  try {
    return await executing;
  } catch (error) {
    if (error instanceof ForkSourceFailure) return { status: 'invalid', reason: error.message };
    if (error instanceof DevnetError) throw error;
    return { status: 'invalid', reason: `the embedded Stacks node failed, which is a defect of it: ${describe(error)}` };
  }
}

/** Returns the error and where it was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return `${error.name}: ${error.message}${place === undefined ? '' : `, ${place.trim()}`}`;
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
