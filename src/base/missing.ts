/**
 * Something of the origin of a fork is not here yet. The task that needs it ends early, and is repeated once it is here: until then it has
 * changed nothing.
 */
export class Missing extends Error {
  override readonly name = 'Missing';
  /** Resolves when it is here, rejects if it cannot be read. */
  readonly fetched: Promise<unknown>;

  constructor(what: string, fetched: Promise<unknown>) {
    super(`${what} is being fetched`);
    this.fetched = fetched;
    // The task that is repeated awaits it. If none is, its failure is not an error of the process.
    fetched.catch(() => undefined);
  }
}

/** Runs a task until nothing of it is missing. @throws what the task throws, or what a fetch rejects with */
export async function untilComplete<T>(task: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      await error.fetched;
    }
  }
}
