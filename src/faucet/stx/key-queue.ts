import type { StacksClient } from '../../chains/stacks/client/client.js';
import { signTransfer } from '../../chains/stacks/transfer.js';
import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';
import { once } from '../../once.js';
import type { FaucetKey } from '../keys.js';
import type { FaucetPayment } from '../types.js';
import { createNonces } from './nonces.js';

/** Fee of one payment in micro-STX: above the minimum of 1 per byte for the longest transfer, 222 bytes to a contract. */
export const STX_FEE = 300n;
/** The node accepts nonces up to 26 above the confirmed one; two are left for other holders of a published key. */
const MAX_PENDING = 25;
const MEMO = 'faucet';
/** A transfer that fills a nonce gap: the least amount, to the boot address, which has no key. */
const FILLER = { recipient: 'ST000000000000000000002AMW42H', amount: 1n, memo: 'nonce' };
/** How often a payment is signed again because its nonce was used or the chain changed meanwhile. */
const ATTEMPTS = 30;

/** Why a key cannot pay now: `dry` if its balance is too low, `full` if too many of its payments are pending. */
type Refusal = { refused: 'dry'; balance: bigint } | { refused: 'full' };

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
export function createKeyQueue(key: FaucetKey, rpc: StacksClient, isKnown: (txId: string) => boolean): KeyQueue {
  const mutex = createMutex();
  const chainId = once(async () => (await rpc.info()).networkId);
  const nonces = createNonces(async () => {
    const [account] = await Promise.all([rpc.account(key.address), chainId()]);
    return account;
  });

  const sign = async (transfer: { recipient: string; amount: bigint; memo: string }, nonce: number) =>
    signTransfer({ ...key, ...transfer, nonce, fee: STX_FEE, chainId: await chainId() });
  /** Asks the events twice, because a block may take the payment from the mempool during the request. */
  const hasArrived = async (txId: string): Promise<boolean> => isKnown(txId) || (await rpc.isPending(txId)) || isKnown(txId);
  /** Whether a failed broadcast left the node without the payment: a request may arrive although its answer does not. */
  const isLost = async (error: unknown, txId: string): Promise<boolean> =>
    !(error instanceof DevnetError) || error.code === 'RPC' || !(await hasArrived(txId).catch(() => false));

  const attempt = async (recipient: string, amount: bigint): Promise<FaucetPayment | Refusal | 'again'> => {
    await nonces.load();
    const cost = amount + STX_FEE;
    if (nonces.available() < cost) {
      // The balance may have grown since it was read.
      nonces.invalidate();
      await nonces.load();
      if (nonces.available() < cost) return { refused: 'dry', balance: nonces.available() };
    }
    if (nonces.pending() >= MAX_PENDING) return { refused: 'full' };
    const generation = nonces.generation();
    const nonce = nonces.lowestFree();
    const { txid, hex, bytes } = await sign({ recipient, amount, memo: MEMO }, nonce);
    if (nonces.generation() !== generation) return 'again';
    // Reserved before the broadcast, because the event of its block may come before the answer.
    nonces.reserve(txid, { nonce, cost, bytes });
    try {
      await rpc.broadcast(bytes);
    } catch (error) {
      if (await isLost(error, txid)) {
        nonces.release(txid);
        return afterRefusal(error, nonce);
      }
    }
    if (nonces.generation() !== generation) {
      // Only the node knows whether the chain that it went back to has the payment.
      if (!(await hasArrived(txid))) return 'again';
      nonces.restore(txid);
    }
    return { txId: txid, txRaw: hex, amount };
  };
  const afterRefusal = (error: unknown, nonce: number): Refusal | 'again' => {
    const reason = error instanceof DevnetError && error.code === 'RPC' ? error.reason : undefined;
    switch (reason) {
      case 'ConflictingNonceInMempool':
        nonces.markForeign(nonce);
        return 'again';
      case 'BadNonce':
        return 'again';
      case 'TooMuchChaining':
        return { refused: 'full' };
      case 'NotEnoughFunds':
        return { refused: 'dry', balance: nonces.available() };
      default:
        throw error;
    }
  };
  /**
   * Fills nonce gaps below pending payments, which could not be mined otherwise. A payment that reaches the node only after the chain
   * went back has a nonce of the abandoned chain and leaves such a gap. Waiting requests fill it first.
   */
  const closeGaps = async (): Promise<void> => {
    while (mutex.load() === 1) {
      await nonces.load();
      if (!nonces.hasGap()) return;
      const generation = nonces.generation();
      const nonce = nonces.lowestFree();
      const { txid, bytes } = await sign(FILLER, nonce);
      if (nonces.generation() !== generation) continue;
      nonces.reserve(txid, { nonce, cost: FILLER.amount + STX_FEE, bytes });
      await rpc.broadcast(bytes).catch((error: unknown) => {
        nonces.release(txid);
        throw error;
      });
    }
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
          const result = await attempt(recipient, amount);
          if (result !== 'again') return result;
        }
        return { refused: 'full' };
      }),
    resend: (txId) =>
      run(async () => {
        const payment = nonces.find(txId);
        if (payment === undefined) return false;
        try {
          await rpc.broadcast(payment.bytes);
        } catch {
          if (!(await hasArrived(txId).catch(() => false))) {
            nonces.release(txId);
            return false;
          }
        }
        // A mined payment needs no nonce: the next read of the account frees it.
        nonces.restore(txId);
        return true;
      }),
    hasSigned: (txId) => nonces.find(txId) !== undefined,
    payments: nonces.txIds,
    onConfirmed: nonces.confirm,
    onBlock: nonces.retryForeign,
    onDropped: nonces.release,
    onRewind: nonces.rewind,
  };
}
