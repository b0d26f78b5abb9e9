import type { Engine } from '../../../stacks/engine.js';
import type { Fault } from './faults.js';
import { type KeptFilter, keepTransactions } from './kept-transactions.js';

export type DelayParts = {
  engine: Pick<Engine, 'tips' | 'subscribe'>;
  send(transaction: Uint8Array): Promise<unknown>;
  /** Called if the node refuses a transaction. */
  onRefused(transaction: Uint8Array, error: unknown): void;
};

/** Keeps transactions until `blocks` more Bitcoin blocks are mined. `done` resolves when none is left. */
export function createDelay(
  settings: KeptFilter & { blocks: number },
  { engine, send, onRefused }: DelayParts,
): { fault: Fault; done: Promise<void> } {
  let waiting: { transaction: Uint8Array; due: number }[] = [];
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const kept = keepTransactions(settings, (transaction) => {
    waiting.push({ transaction, due: engine.tips().bitcoin.height + settings.blocks });
  });
  const sendUpTo = async (height: number): Promise<void> => {
    const due = waiting.filter((one) => one.due <= height);
    waiting = waiting.filter((one) => one.due > height);
    for (const { transaction } of due) await send(transaction).catch((error: unknown) => onRefused(transaction, error));
    if (waiting.length === 0 && kept.left() === 0) finish();
  };
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'bitcoin.block') void sendUpTo(event.height);
  });
  return {
    done,
    fault: {
      kind: 'delay',
      settings,
      take: kept.take,
      kept: kept.kept,
      left: () => kept.left() + waiting.length,
      async end(how) {
        unsubscribe();
        if (how === 'end') await sendUpTo(Number.POSITIVE_INFINITY);
      },
    },
  };
}
