import type { TxIn } from '../../../chains/bitcoin/codec/transaction.js';
import type { WalletView } from './history.js';

const SEQUENCE_FINAL = 0xffffffff;
/** An older tip says nothing about the next block. In seconds. */
const MAX_TIP_AGE = 8 * 3600;

/** Returns the lock time that only the next block satisfies, against fee sniping (Core's `DiscourageFeeSniping`). */
export function lockTimeFor({ core: { chain, clock } }: WalletView, inputs: readonly TxIn[]): number {
  const { height, header } = chain.tip();
  const isCurrent = header.time >= clock.now() - MAX_TIP_AGE;
  return isCurrent && inputs.every(({ sequence }) => sequence !== SEQUENCE_FINAL) ? height : 0;
}
