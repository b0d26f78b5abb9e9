import type { DevnetError } from '../../error.js';
import type { EngineEvent } from '../engine.js';

/** Whether the nodes answer, as the rounds of their followers find. */
export type Health = {
  answered(node: 'bitcoin' | 'stacks'): void;
  failed(node: 'bitcoin' | 'stacks', error: DevnetError): void;
  /** Which node does not answer, and how; undefined when both do. */
  outage(): string | undefined;
};

/** @param emit told once of each outage */
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
