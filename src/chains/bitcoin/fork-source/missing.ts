/**
 * Something of the origin of a fork that is not here yet. A task that needs it ends early, waits for `answer` and begins again: until
 * then it has changed nothing.
 */
export class Missing extends Error {
  override readonly name = 'Missing';
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super('the answer of the origin of the fork has not come');
    this.answer = answer;
    // Each task that awaits it gets the rejection; without a task, nothing reports it.
    answer.catch(() => {});
  }
}

/** Runs a task, again after each answer of the origin that it lacked. @throws what the task throws, DevnetError ORIGIN */
export async function withOrigin<T>(task: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      await error.answer;
    }
  }
}
