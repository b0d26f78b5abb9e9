import type { BlockEntry } from '../chain/block-entry.js';
import { MAX_FUTURE_BLOCK_TIME } from '../chain/params.js';

/** Returns the node's time, in seconds since 1970. */
export type Clock = {
  now(): number;
  /** Returns the time of a block mined on top of `parent`. */
  blockTime(parent: BlockEntry): number;
  /** Returns the earliest time that miners use: BIP94's limit at difficulty adjustments, otherwise the consensus limit. */
  minBlockTime(parent: BlockEntry): number;
  /** Returns the latest time that a block may have. */
  maxBlockTime(): number;
  /** Sets the time, as `setmocktime` does; 0 resets it. */
  setMockTime(time: number): void;
  mockTime(): number;
};

export type ClockOptions = {
  /** A running clock. Without one, time passes only with blocks. */
  now?: (() => number) | undefined;
  /** @default 1767225600, which is 2026-01-01T00:00:00Z */
  genesisTime?: number | undefined;
  /** Seconds between blocks without a running clock. @default 600 */
  blockInterval?: number | undefined;
  tip: () => BlockEntry;
};

/** Blocks between difficulty adjustments: a day of blocks on regtest, where the difficulty stays the same. */
const ADJUSTMENT_INTERVAL = 144;
/** Seconds (BIP94). */
const MAX_TIMEWARP = 600;
const DEFAULT_GENESIS_TIME = 1_767_225_600;

/** Creates a clock. Without `now` and mock time it returns the tip's time, so the same calls make the same chain. */
export function createClock({ now, genesisTime = DEFAULT_GENESIS_TIME, blockInterval = 600, tip }: ClockOptions): Clock {
  let mockTime = 0;
  /** The genesis block has a time in 2011. */
  const timeOf = (entry: BlockEntry) => (entry.height === 0 ? genesisTime : entry.header.time);
  const running = () => (mockTime > 0 ? mockTime : now === undefined ? undefined : Math.floor(now()));
  const minBlockTime = (parent: BlockEntry) => {
    const earliest = parent.medianTimePast + 1;
    return (parent.height + 1) % ADJUSTMENT_INTERVAL === 0 ? Math.max(earliest, parent.header.time - MAX_TIMEWARP) : earliest;
  };
  return {
    now: () => running() ?? timeOf(tip()),
    blockTime: (parent) => Math.max(minBlockTime(parent), running() ?? timeOf(parent) + blockInterval),
    minBlockTime,
    maxBlockTime: () => {
      const time = running();
      return time === undefined ? Number.POSITIVE_INFINITY : time + MAX_FUTURE_BLOCK_TIME;
    },
    setMockTime: (time) => {
      mockTime = time;
    },
    mockTime: () => mockTime,
  };
}
