/** Something of the network that a fork continues is not here yet. What asked for it is repeated once it is: executing changes no state. */
export class Missing extends Error {
  override readonly name = 'Missing';
  /** Resolves when it is there, rejects if it cannot be had. */
  readonly fetched: Promise<unknown>;

  constructor(what: string, fetched: Promise<unknown>) {
    super(`${what} is being fetched`);
    this.fetched = fetched;
    // Who repeats awaits it; nobody else has to.
    fetched.catch(() => undefined);
  }
}

/**
 * Runs something until nothing of it is missing.
 * @throws what `run` throws, or what a fetch rejects with
 */
export async function untilComplete<T>(run: () => T): Promise<T> {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      await error.fetched;
    }
  }
}
