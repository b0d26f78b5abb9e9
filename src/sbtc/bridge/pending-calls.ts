import { toJson } from '../../base/json.js';
import type { StacksClient } from '../../stacks/client.js';
import type { StacksTracker } from '../../stacks/history.js';
import type { CallKind, SentCall } from './act.js';
import type { SignersCall } from './signers-account.js';

/** The signers' calls that wait for a Stacks block. A call that aborted is not repeated before the next Bitcoin block. */
export type PendingCalls = {
  /** Forgets the calls that do not wait any more. To be called before a look, which shows what they did. */
  settle(): Promise<void>;
  isWaiting(): boolean;
  /** @param tip the hash of the last Bitcoin block */
  canSend(kind: CallKind, call: SignersCall, tip: string): boolean;
  sent(kind: CallKind, call: SignersCall, tip: string, sent: SentCall): void;
  /** The nonces of the calls that wait. */
  nonces(): ReadonlySet<number>;
};

/** Where a call is, and what became of it. */
export type CallTracker = { readonly ledger: Pick<StacksTracker['ledger'], 'state'> } & Pick<StacksTracker, 'receipt'>;

type Services = { tracker: CallTracker; stacks: Pick<StacksClient, 'isPending'> };

export function createPendingCalls({ tracker, stacks }: Services): PendingCalls {
  const waiting = new Map<CallKind, SentCall & { key: string }>();
  const aborted = new Map<CallKind, string>();
  const keyOf = (call: SignersCall, tip: string): string => toJson([tip, call]);
  return {
    async settle() {
      for (const [kind, { txid, key }] of waiting) {
        const { at } = tracker.ledger.state(txid);
        if (at !== 'block' && at !== 'dropped' && (await stacks.isPending(txid))) continue;
        // A block may have taken it during the request.
        if (tracker.ledger.state(txid).at === 'block' && tracker.receipt(txid)?.status !== 'success') aborted.set(kind, key);
        waiting.delete(kind);
      }
    },
    isWaiting: () => waiting.size > 0,
    canSend: (kind, call, tip) => !waiting.has(kind) && aborted.get(kind) !== keyOf(call, tip),
    sent(kind, call, tip, sent) {
      waiting.set(kind, { ...sent, key: keyOf(call, tip) });
    },
    nonces: () => new Set([...waiting.values()].map(({ nonce }) => nonce)),
  };
}
