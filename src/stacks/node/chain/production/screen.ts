import { parsePrincipal } from '../../../../clarity/values.js';
import { readStateChange } from '../../../state-change.js';
import { subjectOf } from '../../clarity/debug/subject.js';
import { writeSigners } from '../../clarity/signers.js';
import { clarityTransaction } from '../../clarity/transaction.js';
import type { PoolEntry } from '../../mempool/pool.js';
import { signerSetOf, signersToChoose } from '../pox/signer-set.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { beginBlock } from './begin-block.js';
import { executeEntry, refusingFailures } from './execute-entries.js';
import { select } from './minable.js';
import { openProducer, positionAfter } from './produce.js';

/**
 * Returns the transactions of the next block: those of the mempool, without the ones that a debugger holds now. To know them, the block is
 * executed once more, without an effect. So a transaction stops in the state in which the block would execute it.
 */
export async function screenedEntries(state: ChainState, tenure?: Sortition | undefined): Promise<readonly PoolEntry[]> {
  const { breakpoints } = state.vm;
  breakpoints.forget((txid) => state.pool.get(txid) !== undefined);
  const entries = select(state);
  if (!breakpoints.isAttached || entries.length === 0) return entries;
  const position = positionAfter(state, tenure);
  const execution = await beginBlock(state, state.ledger.tip, position);
  const chosen = tenure && signersToChoose(state, execution, position);
  if (chosen !== undefined) writeSigners(execution, parsePrincipal(state.network.bootAddress), signerSetOf(chosen));
  if (tenure !== undefined) openProducer(execution, state.network);
  const waiting = new Set<string>();
  const screened: PoolEntry[] = [];
  for (const entry of entries) {
    if (waiting.has(entry.origin) || waiting.has(entry.sponsor)) continue;
    const { transaction } = entry;
    const isHeld =
      readStateChange(transaction) === undefined &&
      (await breakpoints.holds(transaction.txid, subjectOf(execution, clarityTransaction(transaction), transaction.txid)));
    if (isHeld) {
      waiting.add(entry.origin).add(entry.sponsor);
      continue;
    }
    screened.push(entry);
    await refusingFailures(executeEntry(state.vm.rehearsals, execution, entry));
  }
  return screened;
}
