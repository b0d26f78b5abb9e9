import { availableParallelism, loadavg } from 'node:os';
import { ownTimes, type ThreadTimes, threadTimes } from '#platform/thread-times.js';
import type { Clock } from '../../../base/wait.js';

/**
 * A clock for waits for services. It measures the time in which they had nothing to do: it stands almost still while they wait for a
 * processor, because the machine is busy with something else, and is slow while they compute. So a service that makes progress gets more
 * time, and one that does nothing does not.
 */
export type ServiceClock = Clock & {
  /** Converts ms of this clock into ms of the wall clock, by its pace during the last seconds. */
  stretch(ms: number): number;
  /** Returns a sentence about the machine if it was so busy during the last seconds that the services hardly ran; undefined otherwise. */
  complaint(): string | undefined;
};

/** Where the times come from. */
export type TimeSources = {
  /** In ms. */
  wall(): number;
  /** The times of the services' threads; empty if unknown. */
  services(): ReadonlyMap<string, ThreadTimes>;
  /** How long in ms this thread, which asks the services, has waited for a processor. */
  ownWait(): number;
  /** The number of threads of this machine that want to run, for each processor. */
  load(): number;
};

/** Pause between samples in ms: reading the times of sixty threads takes half a millisecond. */
const PERIOD = 250;
/** The part of the time of a computing thread that counts: slow machines compute for long, but a thread may compute for ever. */
const COMPUTING = 0.1;
/** The slowest pace, so that every wait ends. */
const SLOWEST = 0.02;
/** The duration in ms over which pace and wait are averaged. */
const RECENT = 5_000;
/** The part of the time spent with waiting from which a machine counts as busy. */
const BUSY = 0.5;

/** Returns the sources of this machine. @param pids of the services that run on it */
export function timeSources(pids: () => readonly number[]): TimeSources {
  return {
    wall: () => performance.now(),
    services: () => threadTimes(pids()),
    ownWait: () => ownTimes()?.waited ?? 0,
    load: () => (loadavg()[0] ?? 0) / availableParallelism(),
  };
}

export function createServiceClock({ wall, services, ownWait, load }: TimeSources): ServiceClock {
  let sampledAt = wall();
  let last = { threads: services(), ownWait: ownWait() };
  let now = 0;
  let pace = 1;
  let waiting = 0;

  const sample = (): void => {
    const took = wall() - sampledAt;
    if (took < PERIOD) return;
    const next = { threads: services(), ownWait: ownWait() };
    const { waited, computed } =
      next.threads.size > 0 ? busiest(last.threads, next.threads) : { waited: sharedAway(took, load()), computed: 0 };
    const lost = Math.min(Math.max(waited, next.ownWait - last.ownWait), took);
    const counted = Math.max(took - lost - (1 - COMPUTING) * Math.min(computed, took - lost), SLOWEST * took);
    const weight = Math.min(took / RECENT, 1);
    now += counted;
    pace += (counted / took - pace) * weight;
    waiting += (lost / took - waiting) * weight;
    sampledAt += took;
    last = next;
  };

  return {
    now() {
      sample();
      return now;
    },
    stretch(ms) {
      sample();
      return Math.ceil(ms / pace);
    },
    complaint() {
      sample();
      if (waiting < BUSY) return undefined;
      return `This machine is busy: during the last seconds the nodes waited for a processor ${Math.round(waiting * 100)} % of the time.`;
    },
  };
}

/** The thread that was kept from its next step the longest, by other threads or by its own work. */
function busiest(before: ReadonlyMap<string, ThreadTimes>, after: ReadonlyMap<string, ThreadTimes>): { waited: number; computed: number } {
  let most = { waited: 0, computed: 0 };
  for (const [thread, { ran, waited }] of after) {
    // A new thread began in this period.
    const { ran: ranBefore, waited: waitedBefore } = before.get(thread) ?? { ran: 0, waited: 0 };
    const now = { waited: waited - waitedBefore, computed: ran - ranBefore };
    if (now.waited + now.computed > most.waited + most.computed) most = now;
  }
  return most;
}

/** The part of a period that other programs had if all that want to run get equal parts. */
function sharedAway(took: number, load: number): number {
  return load > 1 ? took * (1 - 1 / load) : 0;
}
