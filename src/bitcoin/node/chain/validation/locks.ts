import { SEQUENCE_FINAL } from '../../../protocol/codec/sequence.js';
import type { Transaction } from '../../../protocol/codec/transaction.js';
import { ancestorAt, type BlockEntry } from '../block-entry.js';
import { type Coin, MEMPOOL_HEIGHT } from '../coin.js';
import { LOCKTIME_THRESHOLD } from '../params.js';

/** BIP68: bit 31 disables the lock, bit 22 selects time in units of 512 s, the low 16 bits are the value. */
const SEQUENCE_DISABLE = 0x80000000;
const SEQUENCE_TIME = 0x00400000;
const SEQUENCE_MASK = 0x0000ffff;
const SEQUENCE_GRANULARITY = 9;

/** Whether the lock time allows the transaction in a block of this height; `time` is the parent's median time past (BIP113). */
export function isFinalTx(tx: Transaction, height: number, time: number): boolean {
  if (tx.lockTime === 0) return true;
  if (tx.lockTime < (tx.lockTime < LOCKTIME_THRESHOLD ? height : time)) return true;
  return tx.inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}

/** Whether all relative locks (BIP68) have passed in a block on top of `parent`. Mempool coins count as part of that block. */
export function sequenceLocksMet(tx: Transaction, coins: Coin[], parent: BlockEntry): boolean {
  if (tx.version < 2) return true;
  return tx.inputs.every(({ sequence }, index) => {
    if ((sequence & SEQUENCE_DISABLE) !== 0) return true;
    const coin = coins[index];
    if (coin === undefined) return false;
    const height = coin.height === MEMPOOL_HEIGHT ? parent.height + 1 : coin.height;
    const value = sequence & SEQUENCE_MASK;
    if ((sequence & SEQUENCE_TIME) === 0) return height + value <= parent.height + 1;
    // The age of a coin starts at the median time past of the block before its own.
    const since = coin.since?.() ?? ancestorAt(parent, Math.max(height - 1, 0))?.medianTimePast ?? 0;
    return since + value * 2 ** SEQUENCE_GRANULARITY <= parent.medianTimePast;
  });
}
