import type { BlockEntry } from '../chain/block-entry.js';
import { MAX_FUTURE_BLOCK_TIME } from '../chain/params.js';

/** What the node takes for now, in seconds since 1970. */
export type Clock = {
  now(): number;
  /** The time of a block mined on top of `parent`. */
  blockTime(parent: BlockEntry): number;
  /** The earliest time that miners give one: BIP94's where difficulty would be adjusted, everywhere else the rule of consensus. */
  minBlockTime(parent: BlockEntry): number;
  /** The latest time that a block may have. */
  maxBlockTime(): number;
  /** `setmocktime`; 0 ends it. */
  setMockTime(time: number): void;
  mockTime(): number;
};

export type ClockOptions = {
  /** A clock that runs by itself. Without one, time passes only with blocks. */
  now?: (() => number) | undefined;
  /** @default 1767225600, which is 2026-01-01T00:00:00Z */
  genesisTime?: number | undefined;
  /** Seconds between blocks without a running clock. @default 600 */
  blockInterval?: number | undefined;
  tip: () => BlockEntry;
};

/** Blocks from one adjustment of the difficulty to the next: a day of them on regtest, where nothing is adjusted. */
const ADJUSTMENT_INTERVAL = 144;
/** Seconds (BIP94). */
const MAX_TIMEWARP = 600;
const DEFAULT_GENESIS_TIME = 1_767_225_600;

/** Without `now` and mock time the clock shows the tip's time, so the same calls always make the same chain. */
export function createClock({ now, genesisTime = DEFAULT_GENESIS_TIME, blockInterval = 600, tip }: ClockOptions): Clock {
  let mockTime = 0;
  /** The genesis block's own time is of 2011. */
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
