import type { EngineEvent, StacksBlockEvent } from '../../../stacks/engine.js';
import type { StacksReceipt } from '../../../stacks/receipt.js';
import { deployFailure, readReceipt } from '../../../stacks/receipt.js';

/** How a transaction ended. `reason` says why it failed; undefined if it succeeded. */
export type Outcome = { reason: string | undefined; position?: { line: number; column: number } | undefined };

/** The outcomes of transactions, from the events of a network. */
export type Outcomes = {
  /** @param txid with 0x */
  get(txid: string): Outcome | undefined;
  count(): number;
  /** What happened last, in words. */
  lastSeen(): string;
  /** Calls `listener` for every new outcome. @returns a function that ends it */
  onChange(listener: () => void): () => void;
  stop(): void;
};

/** Collects outcomes until `stop`. */
export function watchOutcomes(subscribe: (listener: (event: EngineEvent) => void) => () => void): Outcomes {
  const known = new Map<string, Outcome>();
  const listeners = new Set<() => void>();
  let lastSeen = 'no Stacks block';
  const stop = subscribe((event) => {
    if (event.type === 'stacks.block') {
      for (const receipt of event.receipts) known.set(receipt.txid, outcomeOf(receipt, event));
      for (const { txid, reason } of event.unknownOutcomes ?? []) known.set(txid, { reason });
      lastSeen = `Stacks block ${event.height} with ${event.receipts.length} transactions`;
    } else if (event.type === 'stacks.dropped') {
      known.set(event.txid, { reason: `the node dropped it: ${event.detail ?? event.reason}` });
    } else return;
    for (const listener of [...listeners]) listener();
  });
  return {
    get: (txid) => known.get(txid),
    count: () => known.size,
    lastSeen: () => lastSeen,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}

function outcomeOf(receipt: StacksReceipt, block: StacksBlockEvent): Outcome {
  if (receipt.status === 'success') return { reason: undefined };
  const { reason = receipt.status } = readReceipt(receipt, block);
  return { reason, position: deployFailure(receipt)?.place };
}
