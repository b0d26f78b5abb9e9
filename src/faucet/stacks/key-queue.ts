import type { StacksClient } from '../../chains/stacks/client/client.js';
import { createMutex } from '../../mutex.js';
import { once } from '../../once.js';
import type { FaucetKey } from '../keys.js';
import type { FaucetPayment } from '../types.js';
import { createBroadcaster, type Refusal } from './broadcaster.js';
import type { Coin } from './coin.js';
import { createNonces } from './nonces.js';

/** How often a payment is signed again because its nonce was used or the chain changed meanwhile. */
const ATTEMPTS = 30;

/** Sends the payments of one key, one at a time, each with the lowest free nonce. */
export type KeyQueue = {
  readonly key: FaucetKey;
  /** The number of running and waiting requests. */
  load(): number;
  /** The number of payments that wait for a block. */
  pending(): number;
  send(recipient: string, amount: bigint): Promise<FaucetPayment | Refusal>;
  /** Broadcasts a payment of this key again. @returns whether the node has it now */
  resend(txId: string): Promise<boolean>;
  /** Whether this key signed the payment. */
  hasSigned(txId: string): boolean;
  /** The txids of the known payments, ordered by nonce. */
  payments(): string[];
  onConfirmed(txId: string): void;
  onBlock(): void;
  onDropped(txId: string): void;
  /** Starts over after a reorganization or a restore. @param isPending whether a payment still waits for a block */
  onRewind(isPending: (txId: string) => boolean): void;
};

/** @param isKnown whether chain events reported the payment as pending or mined */
export function createKeyQueue(coin: Coin, key: FaucetKey, rpc: StacksClient, isKnown: (txId: string) => boolean): KeyQueue {
  const mutex = createMutex();
  const chainId = once(async () => (await rpc.info()).networkId);
  const nonces = createNonces(async () => {
    const [account] = await Promise.all([coin.account(key.address), chainId()]);
    return account;
  });
  const broadcaster = createBroadcaster({ coin, key, rpc, nonces, chainId, isKnown });

  /**
   * Fills nonce gaps below pending payments, which could not be mined otherwise. A payment that reaches the node only after the chain
   * went back has a nonce of the abandoned chain and leaves such a gap. Waiting requests fill it first.
   */
  const closeGaps = async (): Promise<void> => {
    while (mutex.load() === 1 && (await broadcaster.fillGap()));
  };
  /** Runs `task`, then closes gaps. A failure of the latter does not change the task's result: the next payment tries again. */
  const run = <T>(task: () => Promise<T>): Promise<T> =>
    mutex.run(async () => {
      try {
        return await task();
      } finally {
        await closeGaps().catch(() => undefined);
      }
    });

  return {
    key,
    load: mutex.load,
    pending: nonces.pending,
    send: (recipient, amount) =>
      run(async () => {
        for (let tries = 0; tries < ATTEMPTS; tries++) {
          const result = await broadcaster.send(recipient, amount);
          if (result !== 'again') return result;
        }
        return { refused: 'full' };
      }),
    resend: (txId) => run(() => broadcaster.resend(txId)),
    hasSigned: (txId) => nonces.find(txId) !== undefined,
    payments: nonces.txIds,
    onConfirmed: nonces.confirm,
    onBlock: nonces.retryForeign,
    onDropped: nonces.release,
    onRewind: nonces.rewind,
  };
}
