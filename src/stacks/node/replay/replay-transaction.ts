import { DevnetError } from '../../../base/error.js';
import type { Fork } from '../../protocol/fork-source/reader.js';
import { compareReplay } from '../../protocol/replay/compare.js';
import type { StacksReplay } from '../../protocol/replay/replay.js';
import type { ChainState } from '../chain/state/state.js';
import { subjectOf } from '../clarity/debug/subject.js';
import { clarityTransaction } from '../clarity/transaction.js';
import { describeExecuted } from '../trace.js';
import { openReplay } from './open-replay.js';

/** The error of a replay on a network that continues no other one. */
export function noFork(): DevnetError {
  const hint = 'Start with the network of the transaction: --fork <url>, or fork: { url }.';
  return new DevnetError('UNSUPPORTED', `this network continues no other one, whose transactions it could replay. ${hint}`, { hint });
}

/**
 * Executes a transaction of the network that a fork continues again, in the state of its block, and compares what it did with what the
 * network reported. The chain of the fork does not change. A debugger can hold it.
 * @param txid hex without 0x
 * @throws DevnetError as `openReplay`
 */
export async function replayTransaction(state: ChainState, fork: Fork, txid: string): Promise<StacksReplay> {
  const { vm } = state;
  const { transaction, block, reported, execution } = await openReplay(state, fork, txid, vm.queries);
  const decoded = clarityTransaction(transaction);
  if (vm.breakpoints.isAttached) await vm.breakpoints.wait(() => subjectOf(execution(), decoded, txid));
  const { result, trace } = await vm.queries.execute(execution(), decoded, { records: 'calls' });
  const { profile } = await vm.queries.execute(execution(), decoded, { records: 'costs' });
  if (!('cost' in result) || profile === undefined) {
    const reason = result.status === 'invalid' ? `: ${result.reason}` : '';
    throw new DevnetError(
      'UNSUPPORTED',
      `0x${txid} has no outcome when it is executed again, though the network has it in a block${reason}`,
    );
  }
  const { status: _, ...described } = describeExecuted(result, transaction.raw, trace);
  const replayed = { ...described, status: result.status };
  return { txid: `0x${txid}`, block, ...replayed, profile, ...compareReplay(replayed, reported) };
}
