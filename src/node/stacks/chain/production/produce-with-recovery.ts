import type { PoolEntry } from '../../mempool/pool.js';
import type { ChainState } from '../state/state.js';
import { type BlockRequest, chooseEntries, type Produced, produceBlock } from './produce.js';
import { recoverVm } from './recover.js';

/**
 * Makes a block as `produceBlock` does, even if the VM's thread dies: then it repeats with a single transaction, and if the thread dies
 * again, drops that transaction. `warn` receives a message for each death.
 */
export async function produceWithRecovery(state: ChainState, request: BlockRequest, warn: (message: string) => void): Promise<Produced> {
  const first = await attempt(state, request, warn);
  if (first.made !== undefined) return first.made;
  const single = { ...request, limit: 1 };
  const [suspect] = chooseEntries(state, single);
  const second = await attempt(state, single, warn);
  if (second.made !== undefined) return second.made;
  if (suspect === undefined) throw second.error;
  const dropped = exclude(state, suspect);
  warn(`the transaction 0x${suspect.transaction.txid} is dropped, because it crashed the Clarity VM's thread twice`);
  const made = await produceBlock(state, { ...request, limit: 0 });
  return { ...made, dropped: [...made.dropped, dropped] };
}

type Attempt = { made: Produced; error?: undefined } | { made?: undefined; error: unknown };

/** @throws errors other than a crash of the thread */
async function attempt(state: ChainState, request: BlockRequest, warn: (message: string) => void): Promise<Attempt> {
  try {
    return { made: await produceBlock(state, request) };
  } catch (error) {
    if (!state.vm.lost.aborted) throw error;
    warn(`the Clarity VM is started again: ${String(state.vm.lost.reason)}`);
    await recoverVm(state);
    return { error };
  }
}

function exclude({ pool }: ChainState, entry: PoolEntry): Produced['dropped'][number] {
  pool.remove(entry.transaction.txid);
  return { entry, reason: 'Problematic', detail: "it crashed the Clarity VM's thread twice" };
}
