/** The limit of bytes that the node sends to its peers per day (Core's `-maxuploadtarget`). */
export type UploadLimit = {
  /** Counts sent bytes. */
  count(bytes: number): void;
  /** Whether no old blocks are served any more, so that each new block can still be sent once. */
  refusesOldBlocks(): boolean;
  /** The state as `getnettotals` shows it. */
  state(): {
    timeframe: number;
    target: number;
    target_reached: boolean;
    serve_historical_blocks: boolean;
    bytes_left_in_cycle: number;
    time_left_in_cycle: number;
  };
};

/** Seconds. */
const TIMEFRAME = 24 * 60 * 60;
const BLOCK_INTERVAL = 600;
/** Bytes. */
const MAX_BLOCK_SIZE = 4_000_000;

/**
 * @param target bytes per day, 0 for no limit
 * @param now returns seconds since 1970
 */
export function createUploadLimit(target: number, now: () => number): UploadLimit {
  let startedAt = 0;
  let sent = 0;

  const timeLeft = () => {
    if (target === 0) return 0;
    return startedAt === 0 ? TIMEFRAME : Math.max(0, Math.floor(startedAt + TIMEFRAME - now()));
  };
  const refusesOldBlocks = () => {
    const reserve = Math.floor(timeLeft() / BLOCK_INTERVAL) * MAX_BLOCK_SIZE;
    return target > 0 && sent >= target - reserve;
  };

  return {
    count: (bytes) => {
      if (startedAt + TIMEFRAME < now()) {
        startedAt = now();
        sent = 0;
      }
      sent += bytes;
    },
    refusesOldBlocks,
    state: () => ({
      timeframe: TIMEFRAME,
      target,
      target_reached: target > 0 && sent >= target,
      serve_historical_blocks: !refusesOldBlocks(),
      bytes_left_in_cycle: target === 0 ? 0 : Math.max(0, target - sent),
      time_left_in_cycle: timeLeft(),
    }),
  };
}
