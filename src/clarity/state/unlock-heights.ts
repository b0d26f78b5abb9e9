import type { Epoch } from '../epoch.js';

/** The versions of the PoX contract, each with locks of its own: 1 is the contract `pox`. */
export type PoxVersion = 1 | 2 | 3 | 4 | 5;

/** The burn heights at which the locks of a version end, whatever they were made for. Locks of pox-5 have none. */
export type UnlockHeights = { readonly [version in Exclude<PoxVersion, 5>]: number };

/** A height that no chain reaches (`u32::MAX`). */
export const NEVER = 0xffff_ffff;

/** Unlock heights where none is reached. */
export const UNLOCKS_NEVER: UnlockHeights = { 1: NEVER, 2: NEVER, 3: NEVER, 4: NEVER };

/** The epochs from which an unlock height counts, however low it is; that of version 1 always does. */
const SINCE = { 2: '2.2', 3: '2.5', 4: '4.0' } as const;

/** Returns the unlock heights that count in an epoch (`get_v1_unlock_height` and its kin, clarity/src/vm/database/clarity_db.rs). */
export function unlockHeightsIn(epoch: Epoch, heights: UnlockHeights): UnlockHeights {
  const from = (version: 2 | 3 | 4) => (epoch.since(SINCE[version]) ? heights[version] : NEVER);
  return { 1: heights[1], 2: from(2), 3: from(3), 4: from(4) };
}

/** What decides whether a lock holds: the height of the burn block, and the unlock heights of the epoch. */
export type LockClock = { readonly burnHeight: number; readonly unlockHeights: UnlockHeights };
