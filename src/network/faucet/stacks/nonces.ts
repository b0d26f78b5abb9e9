/** A signed transaction of a key: its nonce, what it costs the key's balance (see `Coin`), and its bytes. */
type SignedPayment = { nonce: number; cost: bigint; bytes: Uint8Array };

/** The nonces and the balance of one faucet key, from the node's account and the chain events since it was read. */
export type Nonces = {
  /** Reads the account if it is unknown. @throws DevnetError what the node answered */
  load(): Promise<void>;
  /** Makes the next `load` read the account again. */
  invalidate(): void;
  /** What can be spent, in the unit of the coin, beside the pending payments; valid after `load`. */
  available(): bigint;
  /** The lowest nonce without a pending transaction; valid after `load`. */
  lowestFree(): number;
  /** Whether a payment of this key is pending above the lowest free nonce, so that it cannot be mined. */
  hasGap(): boolean;
  /** The number of pending transactions. */
  pending(): number;
  /** Counts how often the chain went back: a transaction signed before such a change may have a wrong nonce. */
  generation(): number;

  /** Reserves the payment's nonce. */
  reserve(txId: string, payment: SignedPayment): void;
  /** Records a payment that this process did not sign. It uses its nonce from the next `rewind` on, if it is still pending then. */
  learn(txId: string, payment: SignedPayment): void;
  /** Marks a known payment as pending again. */
  restore(txId: string): void;
  /** Frees the payment's nonce. */
  release(txId: string): void;
  /** Marks a nonce as used by another holder of the key, until `retryForeign`. */
  markForeign(nonce: number): void;
  /** Frees the nonces that others used: a block may have mined or dropped their transactions. */
  retryForeign(): void;
  /** Records that the payment is in a block. */
  confirm(txId: string): void;
  /** Starts over after a reorganization or a restore. @param isPending whether a payment still waits for a block */
  rewind(isPending: (txId: string) => boolean): void;

  find(txId: string): SignedPayment | undefined;
  /** Whether the payment uses its nonce and waits for a block. */
  isPending(txId: string): boolean;
  /** The txids of the known payments, ordered by nonce. */
  txIds(): string[];
};

/** Number of payments kept in case a reorganization removes them from the chain. */
const KEPT = 2_000;

/** @param readAccount returns the nonce of the next transaction and the confirmed balance */
export function createNonces(readAccount: () => Promise<{ nonce: number; balance: bigint }>): Nonces {
  const payments = new Map<string, SignedPayment>();
  /** Txids of pending transactions by nonce; `undefined` for a transaction of another holder of the key. */
  let used = new Map<number, string | undefined>();
  /** The first nonce that is not confirmed; undefined: read the account. */
  let next: number | undefined;
  let available = 0n;
  let confirmedBelow = 0;
  let generation = 0;
  /** Counts the blocks with payments of this key and the times that the chain went back. */
  let changes = 0;

  const lowestFree = (): number => {
    let nonce = next ?? 0;
    while (used.has(nonce)) nonce++;
    return nonce;
  };

  const remember = (txId: string, payment: SignedPayment): void => {
    payments.set(txId, payment);
    if (payments.size <= KEPT) return;
    const [oldest = txId] = payments.keys();
    payments.delete(oldest);
  };

  return {
    async load() {
      while (next === undefined) {
        const before = changes;
        const account = await readAccount();
        // The balance must be of the state that `used` describes.
        if (changes !== before) continue;
        next = Math.max(account.nonce, confirmedBelow);
        available = account.balance;
        for (const [nonce, txId] of used) {
          if (nonce < next) used.delete(nonce);
          else if (txId !== undefined) available -= payments.get(txId)?.cost ?? 0n;
        }
      }
    },
    invalidate() {
      next = undefined;
    },
    available: () => available,
    lowestFree,
    hasGap() {
      const free = lowestFree();
      return [...used].some(([nonce, txId]) => nonce > free && txId !== undefined);
    },
    pending: () => used.size,
    generation: () => generation,
    reserve(txId, payment) {
      remember(txId, payment);
      used.set(payment.nonce, txId);
      available -= payment.cost;
    },
    learn: remember,
    restore(txId) {
      const payment = payments.get(txId);
      if (payment === undefined) return;
      used.set(payment.nonce, txId);
      next = undefined;
    },
    release(txId) {
      const payment = payments.get(txId);
      if (payment === undefined || used.get(payment.nonce) !== txId) return;
      used.delete(payment.nonce);
      next = undefined;
    },
    markForeign(nonce) {
      if (!used.has(nonce)) used.set(nonce, undefined);
    },
    retryForeign() {
      const foreign = [...used].filter(([, txId]) => txId === undefined);
      for (const [nonce] of foreign) used.delete(nonce);
      if (foreign.length > 0) next = undefined;
    },
    confirm(txId) {
      const payment = payments.get(txId);
      if (payment === undefined) return;
      changes++;
      if (used.get(payment.nonce) === txId) used.delete(payment.nonce);
      confirmedBelow = Math.max(confirmedBelow, payment.nonce + 1);
      if (next !== undefined) next = Math.max(next, payment.nonce + 1);
    },
    rewind(isPending) {
      generation++;
      changes++;
      next = undefined;
      confirmedBelow = 0;
      used = new Map([...payments].filter(([txId]) => isPending(txId)).map(([txId, { nonce }]) => [nonce, txId]));
    },
    find: (txId) => payments.get(txId),
    isPending: (txId) => [...used.values()].includes(txId),
    txIds: () => [...payments].sort(([, a], [, b]) => a.nonce - b.nonce).map(([txId]) => txId),
  };
}
