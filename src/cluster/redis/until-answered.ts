import type { SharedStore } from './store.js';

/** The pause between two attempts, in ms. */
const PAUSE_MS = 200;

/**
 * Asks Redis again until it answers. Only for scripts that may run twice.
 * @param limitMs for how long it is asked
 * @throws what the last attempt threw
 */
export async function untilAnswered<T>(store: Pick<SharedStore, 'isClosed'>, limitMs: number, ask: () => Promise<T>): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (store.isClosed() || performance.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
  }
}
