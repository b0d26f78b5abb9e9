import { createMutex, once } from '../../../base/async.js';
import { with0x } from '../../../base/hex.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { Transaction } from '../../../stacks/transactions.js';
import type { FaucetKey } from '../keys.js';
import type { Entry, PaymentTurns } from '../payment-turns.js';
import type { FaucetPayment } from '../types.js';
import { createBroadcaster, type KeyTurn, type NonceUse, type Refusal } from './broadcaster.js';
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
  /**
   * Starts over after a reorganization or a restore.
   * @param isPending whether a payment still waits for a block
   * @param mempool what waits, which another process may have sent with this key
   */
  onRewind(isPending: (txId: string) => boolean, mempool: readonly Transaction[]): void;
};

export type KeyQueueParts = {
  coin: Coin;
  key: FaucetKey;
  rpc: StacksClient;
  /** Keeps replicas apart that pay from this key, too. */
  turns: PaymentTurns<NonceUse>;
  /** Whether chain events reported the payment as pending or mined. */
  isKnown(txId: string): boolean;
};

export function createKeyQueue({ coin, key, rpc, turns, isKnown }: KeyQueueParts): KeyQueue {
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
  const closeGaps = async (turn: KeyTurn): Promise<void> => {
    while (mutex.load() === 1 && (await broadcaster.fillGap(turn)));
  };
  /** Uses and frees the nonces as other replicas did. */
  const adopt = ({ signed, refused }: Partial<{ signed: NonceUse & { txid: string }; refused: string }>): void => {
    if (refused !== undefined) nonces.release(refused);
    if (signed === undefined) return;
    const { txid, nonce, cost, bytes } = signed;
    nonces.reserve(txid, { nonce, cost: BigInt(cost), bytes: Buffer.from(bytes, 'hex') });
  };
  let hasPaid = false;
  const catchUp = async (turn: KeyTurn): Promise<void> => {
    for (const entry of turn.ofOthers) adopt(entry);
    // Blocks may have these payments already.
    if (turn.ofOthers.length > 0) nonces.invalidate();
    // The node may have lost payments while no replica was there.
    const lost = hasPaid ? [] : await unconfirmed(turn.ofOthers);
    hasPaid = true;
    for (const txId of new Set([...lost, ...(turn.unsent === undefined ? [] : [turn.unsent.txid])])) await broadcaster.resend(turn, txId);
  };
  /** Returns the txids of the payments that are not confirmed. */
  const unconfirmed = async (ofOthers: readonly Entry<NonceUse>[]): Promise<string[]> => {
    if (ofOthers.length === 0) return [];
    await nonces.load();
    return nonces.txIds().filter((txId) => nonces.isPending(txId));
  };
  /** Runs `task`, then closes gaps. A failure of the latter does not change the task's result: the next payment tries again. */
  const run = <T>(task: (turn: KeyTurn) => Promise<T>): Promise<T> =>
    mutex.run(() =>
      turns.run(async (turn) => {
        await catchUp(turn);
        try {
          return await task(turn);
        } finally {
          await closeGaps(turn).catch(() => undefined);
        }
      }),
    );

  return {
    key,
    load: mutex.load,
    pending: nonces.pending,
    send: (recipient, amount) =>
      run(async (turn) => {
        for (let tries = 0; tries < ATTEMPTS; tries++) {
          const result = await broadcaster.send(turn, recipient, amount);
          if (result !== 'again') return result;
        }
        return { refused: 'full' };
      }),
    resend: (txId) => run((turn) => broadcaster.resend(turn, txId)),
    hasSigned: (txId) => nonces.find(txId) !== undefined,
    payments: nonces.txIds,
    onConfirmed: nonces.confirm,
    onBlock: nonces.retryForeign,
    onDropped: nonces.release,
    onRewind(isPending, mempool) {
      for (const { txid, raw, origin, payload, addresses } of mempool) {
        const cost = addresses.origin === key.address ? coin.costOf(payload) : undefined;
        const txId = with0x(txid);
        if (cost !== undefined && nonces.find(txId) === undefined) nonces.learn(txId, { nonce: Number(origin.nonce), cost, bytes: raw });
      }
      nonces.rewind(isPending);
    },
  };
}
