import type { FaucetCoin } from './types.js';

/** A signed payment, as replicas share it: `P` is what a replica needs to count its coins or its nonce as used, as plain JSON. */
export type SignedEntry<P> = P & {
  txid: string;
  /** Whom it pays; absent for a transaction that answers no request. `amount` in base units, as text. */
  paid?: { coin: FaucetCoin; address: string; amount: string } | undefined;
};

/** What happened to the purse: a payment was signed, or the node refused one that was. */
export type Entry<P> = { signed: SignedEntry<P> } | { refused: string };

/** The time in which this replica alone pays from a purse: a nonce of an account, or a set of coins. */
export type PaymentTurn<P> = {
  /** What other replicas did since the last turn of this one, oldest first. */
  readonly ofOthers: readonly Entry<P>[];
  /** A payment that was signed, but whose replica ended before it knew that the node has it: it must be sent (again). */
  readonly unsent: SignedEntry<P> | undefined;
  /**
   * Records a signed payment. Only then may the node get it: if this throws, nothing may be sent.
   * @throws DevnetError NOT_REACHABLE; what makes {@link PaymentTurns.run} start the task again if another replica has the turn now
   */
  signed(entry: SignedEntry<P>): Promise<void>;
  /** Records that the node has the payment. */
  sent(txid: string): Promise<void>;
  /** Records that the node does not have the payment, and refused it. */
  refused(txid: string): Promise<void>;
};

/** Gives turns to the replicas that pay from the same purse. */
export type PaymentTurns<P> = {
  /** Waits for a turn and runs a task in it; runs it again in another turn if it lost this one. @throws DevnetError NOT_REACHABLE */
  run<T>(task: (turn: PaymentTurn<P>) => Promise<T>): Promise<T>;
};

/** The turns of one purse. `name` identifies it among all replicas. */
export type PaymentTurnsOf = <P>(name: string) => PaymentTurns<P>;

/** The turns of a process that pays alone. */
export function payAlone<P>(): PaymentTurns<P> {
  const turn: PaymentTurn<P> = {
    ofOthers: [],
    unsent: undefined,
    signed: async () => undefined,
    sent: async () => undefined,
    refused: async () => undefined,
  };
  return { run: (task) => task(turn) };
}
