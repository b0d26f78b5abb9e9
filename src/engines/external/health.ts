import type { DevnetError } from '../../base/error.js';
import type { EngineEvent } from '../../stacks/engine.js';

/** Tracks whether the nodes answer the requests of their followers. */
export type Health = {
  answered(node: 'bitcoin' | 'stacks'): void;
  failed(node: 'bitcoin' | 'stacks', error: DevnetError): void;
  /** Returns which node does not answer, and its error; undefined if both answer. */
  outage(): string | undefined;
};

/** @param emit receives one event per outage */
export function createHealth(emit: (event: EngineEvent) => void): Health {
  const failures = new Map<'bitcoin' | 'stacks', string>();
  return {
    answered(node) {
      failures.delete(node);
    },
    failed(node, { message }) {
      const before = failures.get(node);
      failures.set(node, message);
      if (before === undefined) emit({ type: 'stall', cause: message, remedy: 'The node is asked again until it answers.' });
    },
    outage: () => [...failures.values()].join('; ') || undefined,
  };
}
