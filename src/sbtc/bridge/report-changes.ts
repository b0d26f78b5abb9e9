import { messageFor } from './states.js';
import { type BridgeStore, depositKey } from './store.js';
import type { BridgeEvent, StatusChange } from './types.js';
import type { View } from './view.js';

export type Reporting = {
  store: BridgeStore;
  problems: ReadonlyMap<string, string>;
  /** The Stacks tip. */
  tip: StatusChange;
  emit(event: BridgeEvent): void;
};

/** Records each deposit and withdrawal with another status or message than before, and emits an event for it. */
export function reportChanges({ deposits, withdrawals }: View, { store, problems, tip, emit }: Reporting): void {
  const seen = new Set<string>();
  const change = (key: string, event: BridgeEvent): void => {
    seen.add(key);
    const text = `${event.status} ${event.statusMessage}`;
    if (store.changes.get(key)?.text === text) return;
    store.changes.set(key, { height: tip.height, hash: tip.hash, text });
    emit(event);
  };
  for (const { deposit, status, statusMessage, due } of deposits) {
    const key = depositKey(deposit);
    const { txid, vout, amount, recipient } = deposit;
    const message = messageFor(problems, key, statusMessage, due);
    change(key, { type: 'sbtc.deposit', txid, vout, amount: `${amount}`, recipient, status, statusMessage: message });
  }
  for (const { id, request, status, statusMessage, due } of withdrawals) {
    const { amount, sender } = request;
    const message = messageFor(problems, `${id}`, statusMessage, due);
    change(`${id}`, { type: 'sbtc.withdrawal', requestId: `${id}`, amount: `${amount}`, sender, status, statusMessage: message });
  }
  // A reorganisation may have removed a withdrawal.
  for (const key of store.changes.keys()) if (!seen.has(key)) store.changes.delete(key);
}
