import { median } from './statistics.js';

const RESTORES = 10;

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
export type Restorable = { snapshot(): Promise<string>; change(): Promise<void>; restore(id: string): Promise<unknown> };

/** Takes a snapshot, then changes the state and restores it several times. @returns the medians in ms */
export async function snapshotTimes(network: Restorable): Promise<{ snapshot: number; restore: number }> {
  const snapshots: number[] = [];
  const restores: number[] = [];
  for (let run = 0; run < RESTORES; run++) {
    let id = '';
    snapshots.push(await timed(async () => (id = await network.snapshot())));
    await network.change();
    restores.push(await timed(() => network.restore(id)));
  }
  return { snapshot: median(snapshots), restore: median(restores) };
}

/** Returns how long a task takes, in ms. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}
