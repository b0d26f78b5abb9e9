/** A task that runs once at a time: calls during a run share that run, and later calls start a new one. */
export type SingleFlight<T> = {
  run(): Promise<T>;
  running(): boolean;
};

export function createSingleFlight<T>(task: () => Promise<T>): SingleFlight<T> {
  let flight: Promise<T> | undefined;
  return {
    run() {
      flight ??= task().finally(() => {
        flight = undefined;
      });
      return flight;
    },
    running: () => flight !== undefined,
  };
}
