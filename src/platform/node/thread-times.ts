import { readdirSync, readFileSync } from 'node:fs';

/** What a thread has got of the processors since it began, in ms. */
export type ThreadTimes = {
  /** It ran. */
  ran: number;
  /** It could run, but other threads had the processors. */
  waited: number;
};

const NANOSECONDS_PER_MS = 1e6;

/**
 * Returns the times of the threads of processes by thread id, including the programs that a wrapper script has started. Empty if the system
 * does not report them: only Linux does, in `schedstat` (proc(5)). Processes that have ended have none.
 */
export function threadTimes(pids: readonly number[]): Map<string, ThreadTimes> {
  const times = new Map<string, ThreadTimes>();
  for (const pid of pids) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) times.set(thread, readTimes(`/proc/${pid}/task/${thread}/schedstat`));
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
      for (const [thread, spent] of threadTimes(children)) times.set(thread, spent);
    } catch {
      // It has just ended, or the system has no such file.
    }
  }
  return times;
}

/** Returns the times of the main thread of this process; undefined if the system does not report them. */
export function ownTimes(): ThreadTimes | undefined {
  try {
    return readTimes('/proc/self/schedstat');
  } catch {
    return undefined;
  }
}

function readTimes(file: string): ThreadTimes {
  const [ran = 0, waited = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return { ran: ran / NANOSECONDS_PER_MS, waited: waited / NANOSECONDS_PER_MS };
}
