import type { EngineEvent } from './engine.js';

/** Hands an engine's events to everybody who listens, in the order they are emitted. */
export type EventHub = {
  emit(event: EngineEvent): void;
  /** @returns the function that ends it */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** Ends every subscription. */
  clear(): void;
};

export function createEventHub(): EventHub {
  const listeners = new Set<(event: EngineEvent) => void>();
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
