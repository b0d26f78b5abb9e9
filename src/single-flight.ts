/** A task that runs once at a time: who asks while it runs shares that run and its outcome, whoever comes later runs it anew. */
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
