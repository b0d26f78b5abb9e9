import type { BitcoinNodeEvent } from './types.js';

export type Emitter = {
  emit(event: BitcoinNodeEvent): void;
  /** Runs `work` and delivers its events afterwards, when the node's state is consistent. */
  batch<T>(work: () => T): T;
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
};

/**
 * Delivers events to all listeners in order. Events that a listener causes follow the current one. Rethrows the first error of a
 * listener to the caller that caused the events, after all deliveries.
 */
export function createEmitter(): Emitter {
  const listeners = new Set<(event: BitcoinNodeEvent) => void>();
  const queue: BitcoinNodeEvent[] = [];
  let held = false;

  const drain = () => {
    if (held) return;
    held = true;
    const errors: unknown[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const listener of [...listeners]) {
        try {
          listener(next);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    held = false;
    if (errors.length > 0) throw errors[0];
  };

  return {
    emit: (event) => {
      if (listeners.size === 0) return;
      queue.push(event);
      drain();
    },
    batch: (work) => {
      if (held) return work();
      held = true;
      try {
        return work();
      } finally {
        held = false;
        drain();
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
