/** A browser does not report which task made another one. */
export class AsyncResource {
  runInAsyncScope<T>(run: (...args: unknown[]) => T, self?: unknown, ...args: unknown[]): T {
    return run.apply(self, args);
  }
  emitDestroy(): this {
    return this;
  }
  static bind<T>(run: T): T {
    return run;
  }
}
