import type { BitcoinNodeEvent } from './types.js';

export type Emitter = {
  emit(event: BitcoinNodeEvent): void;
  /** Runs `work` and tells what it emits afterwards, when the node's state is whole again. */
  batch<T>(work: () => T): T;
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
};

/**
 * Hands events to all listeners in order, also those that a listener itself causes: they come after the one being told. What a
 * listener throws reaches the one who caused the events, after all listeners heard all of them.
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
