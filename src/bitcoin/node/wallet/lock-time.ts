import { MAX_BIP125, MAX_NONFINAL } from '../../protocol/codec/sequence.js';
import type { TxIn } from '../../protocol/codec/transaction.js';
import type { WalletView } from './history.js';

/** An older tip says nothing about the next block. In seconds. */
const MAX_TIP_AGE = 8 * 3600;

/**
 * Returns the lock time that only the next block satisfies, against fee sniping (Core's `DiscourageFeeSniping`): 0 if an input has a
 * sequence with another meaning.
 */
export function lockTimeFor({ core: { chain, clock } }: WalletView, inputs: readonly TxIn[]): number {
  const { height, header } = chain.tip();
  const isCurrent = header.time >= clock.now() - MAX_TIP_AGE;
  return isCurrent && inputs.every(({ sequence }) => sequence === MAX_BIP125 || sequence === MAX_NONFINAL) ? height : 0;
}
