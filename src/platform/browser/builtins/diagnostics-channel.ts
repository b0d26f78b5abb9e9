/** Nobody listens. */
const silent = {
  hasSubscribers: false,
  publish: () => undefined,
  subscribe: () => undefined,
  runStores: (_: unknown, run: () => unknown) => run(),
};
const silentTracing = { ...silent, start: silent, end: silent, asyncStart: silent, asyncEnd: silent, error: silent };

export const channel = () => silent;
export const tracingChannel = () => silentTracing;
