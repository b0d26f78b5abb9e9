import type { EngineEvent } from './engine-event.js';

/** Passes events, those of an engine by default, to every listener in the order they are emitted. */
export type EventHub<E = EngineEvent> = {
  emit(event: E): void;
  /** @returns the function that ends it */
  subscribe(listener: (event: E) => void): () => void;
  /** Ends every subscription. */
  clear(): void;
};

export function createEventHub<E = EngineEvent>(): EventHub<E> {
  const listeners = new Set<(event: E) => void>();
  return {
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => listeners.clear(),
  };
}
