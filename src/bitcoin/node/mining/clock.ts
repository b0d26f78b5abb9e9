import { invalid } from '../../../base/error.js';
import { PROCESS_START, uptimeMs } from '../../../base/uptime.js';
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
  /** Sets the time of the next block. @throws DevnetError INVALID_INPUT for one that no block on top of the tip may have */
  setNextBlockTime(time: number): void;
  /** The time that was set for the block of a height; undefined if none was. */
  planned(): PlannedTime | undefined;
  plan(planned: PlannedTime | undefined): void;
  /** Returns the time of timeouts in milliseconds: that of the machine, or the mock time. */
  timer(): number;
};

/** When the block of a height is, in seconds since 1970. */
export type PlannedTime = { readonly height: number; readonly time: number };

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
  let planned: PlannedTime | undefined;
  /** The genesis block has a time in 2011. */
  const timeOf = (entry: BlockEntry) => (entry.height === 0 ? genesisTime : entry.header.time);
  const running = () => (mockTime > 0 ? mockTime : now === undefined ? undefined : Math.floor(now()));
  const minBlockTime = (parent: BlockEntry) => {
    const earliest = parent.medianTimePast + 1;
    return (parent.height + 1) % ADJUSTMENT_INTERVAL === 0 ? Math.max(earliest, parent.header.time - MAX_TIMEWARP) : earliest;
  };
  const maxBlockTime = () => {
    const time = running();
    return time === undefined ? Number.POSITIVE_INFINITY : time + MAX_FUTURE_BLOCK_TIME;
  };
  return {
    now: () => running() ?? timeOf(tip()),
    blockTime(parent) {
      const own = planned?.height === parent.height + 1 ? planned.time : undefined;
      return Math.max(minBlockTime(parent), own ?? running() ?? timeOf(parent) + blockInterval);
    },
    minBlockTime,
    maxBlockTime,
    setMockTime: (time) => {
      mockTime = time;
    },
    mockTime: () => mockTime,
    setNextBlockTime(time) {
      const [earliest, latest] = [minBlockTime(tip()), maxBlockTime()];
      if (time < earliest) throw invalid('time', `at least ${earliest}, which is later than the median of the last 11 blocks`, time);
      if (time > latest) throw invalid('time', `at most ${latest}, two hours after the time that setmocktime set`, time);
      planned = { height: tip().height + 1, time };
    },
    planned: () => planned,
    plan(next) {
      planned = next;
    },
    timer: () => (mockTime > 0 ? mockTime * 1000 : PROCESS_START + uptimeMs()),
  };
}
