import { median } from './statistics.js';

/** Restores that are measured, after others that are not. */
type Restores = { warmUp: number; measured: number };
const FIRST_RESTORES: Restores = { warmUp: 0, measured: 10 };
export const LATER_RESTORES: Restores = { warmUp: 60, measured: 40 };

/** Something that confirms signed transactions of type `T`: sends one, and returns when it is in a block. */
export type Confirm<T> = (tx: T) => Promise<void>;

/** One client sends one transaction after the other. @returns the median time of a transaction in ms, without those of the warm-up */
export async function latency<T>(confirm: Confirm<T>, queue: readonly T[], warmUp: number): Promise<number> {
  const times: number[] = [];
  for (const tx of queue) times.push(await timed(() => confirm(tx)));
  return median(times.slice(warmUp));
}

/** Clients at the same time, each with its own queue. @returns transactions per second */
export async function rateOfClients<T>(confirm: Confirm<T>, queues: readonly (readonly T[])[]): Promise<number> {
  const ms = await timed(() =>
    Promise.all(
      queues.map(async (queue) => {
        for (const tx of queue) await confirm(tx);
      }),
    ),
  );
  return (queues.flat().length * 1000) / ms;
}

/** A network with snapshots. */
export type Restorable = {
  snapshot(): Promise<string>;
  /** Is not measured. */
  prepare?(): Promise<unknown>;
  change(): Promise<void>;
  restore(id: string): Promise<unknown>;
};

/** Takes a snapshot, then changes the state and restores it several times. @returns the medians in ms; `round` is all of it */
export async function snapshotTimes(
  network: Restorable,
  { warmUp, measured }: Restores = FIRST_RESTORES,
): Promise<{ snapshot: number; restore: number; round: number }> {
  const snapshots: number[] = [];
  const restores: number[] = [];
  const rounds: number[] = [];
  for (let run = 0; run < warmUp + measured; run++) {
    let id = '';
    await network.prepare?.();
    const snapshot = await timed(async () => (id = await network.snapshot()));
    const change = await timed(() => network.change());
    const restore = await timed(() => network.restore(id));
    snapshots.push(snapshot);
    restores.push(restore);
    rounds.push(snapshot + change + restore);
  }
  const medianOf = (times: number[]): number => median(times.slice(warmUp));
  return { snapshot: medianOf(snapshots), restore: medianOf(restores), round: medianOf(rounds) };
}

/** Returns how long a task takes, in ms. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}
