import { NO_COST } from '../../../../clarity/costs.js';
import { EncodedEvents } from '../../../protocol/receipt/encoded-events.js';
import type { Result } from '../../clarity/result.js';
import type { StacksBlock } from '../block/block.js';
import type { ExecutedTransaction } from '../block/mined-transaction.js';
import type { Network } from '../network.js';
import type { Sortition } from '../state/sortition.js';
import { coinbase, tenureChange } from './system-transactions.js';

/** The result of a coinbase or tenure change. */
export const SYSTEM_RESULT: Result = {
  status: 'success',
  rawResult: '0703',
  repr: '(ok true)',
  events: EncodedEvents.of([]),
  vmError: null,
  cost: NO_COST,
};

/** How many transactions open a tenure: all are the miner's. */
export const OPENING = 2;
/** Which of them is the coinbase. */
export const COINBASE = 1;

type Tenure = { network: Network; sortition: Sortition /** The miner's. */; nonce: bigint };

/** Returns the transactions that open a tenure after a block. */
export function openTenure({ parent, ...tenure }: Tenure & { parent: StacksBlock }): ExecutedTransaction[] {
  return opening({
    ...tenure,
    previousConsensusHash: parent.sortition.consensusHash,
    previousEnd: parent.indexHash,
    previousBlocks: blocksInTenure(parent),
  });
}

/** The same for the last of the first blocks, whose parent is empty. @param tenure.parentHash its index block hash */
export function firstTenure({ network, sortition, parentHash }: Omit<Tenure, 'nonce'> & { parentHash: string }): ExecutedTransaction[] {
  const previousConsensusHash = sortition.parent?.consensusHash ?? '00'.repeat(20);
  return opening({ network, sortition, nonce: 0n, previousConsensusHash, previousEnd: parentHash, previousBlocks: 1 });
}

function opening({
  network,
  sortition: { consensusHash },
  nonce,
  ...previous
}: Tenure & { previousConsensusHash: string; previousEnd: string; previousBlocks: number }): ExecutedTransaction[] {
  const change = tenureChange({ network, nonce, consensusHash, ...previous });
  const reward = coinbase({ network, nonce: nonce + 1n, consensusHash });
  return [change, reward].map((transaction) => ({ ...transaction, result: SYSTEM_RESULT }));
}

/** How many blocks the tenure has up to this one. */
function blocksInTenure(block: StacksBlock): number {
  let count = 1;
  for (let at = block; !at.beginsTenure && at.parent !== undefined; at = at.parent) count++;
  return count;
}
