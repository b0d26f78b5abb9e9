import type { StacksClient } from '../chains/stacks/client/client.js';
import { signTransfer } from '../chains/stacks/transfer.js';
import { DevnetError } from '../error.js';
import { createMutex } from '../mutex.js';
import type { FaucetKey } from './keys.js';
import type { FaucetPayment } from './types.js';

/** What one payment costs its key, in micro-STX: above the minimum of 1 per byte for the longest transfer, 222 bytes to a contract. */
export const STX_FEE = 300n;
/** The node takes nonces up to 26 above the confirmed one; two are left for whoever else uses a published key. */
const MAX_PENDING = 25;
const MEMO = 'faucet';
/** What closes a gap between nonces: the least amount, to the boot address, which nobody has the key of. */
const FILLER = { recipient: 'ST000000000000000000002AMW42H', amount: 1n, memo: 'nonce' };
/** How often a payment is signed anew because its nonce was taken or the chain changed under it. */
const ATTEMPTS = 30;

/** Why a key cannot pay now: its balance is too low, or too many of its payments wait for a block. */
type Refusal = { refused: 'dry'; balance: bigint } | { refused: 'full' };

/** One key with its nonces. Nonces are handed out under a mutex: the lowest that no waiting transaction of the key has. */
export type StxLane = {
  readonly key: FaucetKey;
  /** Payments being made now. */
  load(): number;
  /** Payments that wait for a block. */
  pending(): number;
  send(recipient: string, amount: bigint): Promise<FaucetPayment | Refusal>;
  /** Submits a payment of this key again, in the order of nonces with the others. @returns whether the node has it now */
  resend(txId: string): Promise<boolean>;
  /** Whether this key made the payment. */
  made(txId: string): boolean;
  /** The payments remembered, in the order of their nonces. */
  payments(): string[];
  confirmed(txId: string): void;
  /** Nonces that somebody else had taken are looked at anew. */
  newBlock(): void;
  /** The nonce of a payment is free again. */
  freed(txId: string): void;
  /** The chain went back: `alive` tells which payments still wait; everything else is asked anew. */
  reset(alive: (txId: string) => boolean): void;
};

type Entry = { nonce: number; cost: bigint; bytes: Uint8Array };

/** How many payments a lane remembers for a reorganisation. */
const JOURNAL = 2_000;

/** @param isKnown whether the chain or the mempool has the payment, as far as events told */
export function createStxLane(key: FaucetKey, rpc: StacksClient, isKnown: (txId: string) => boolean): StxLane {
  const mutex = createMutex();
  const journal = new Map<string, Entry>();
  /** Nonces of transactions that wait for a block; `undefined` is one that somebody else made with this key. */
  let taken = new Map<number, string | undefined>();
  /** The first nonce that is not confirmed, and what can be spent beside the waiting payments; undefined: ask the node. */
  let next: number | undefined;
  let available = 0n;
  let confirmedBelow = 0;
  /** Counts the times that the chain went back. */
  let generation = 0;
  let chainId: number | undefined;

  const sync = async (): Promise<void> => {
    while (next === undefined) {
      const before = generation;
      const [account, info] = await Promise.all([rpc.account(key.address), chainId === undefined ? rpc.info() : undefined]);
      chainId ??= info?.networkId;
      if (generation !== before) continue;
      next = Math.max(account.nonce, confirmedBelow);
      available = account.balance;
      for (const [nonce, txId] of taken) {
        if (nonce < next) taken.delete(nonce);
        else if (txId !== undefined) available -= journal.get(txId)?.cost ?? 0n;
      }
    }
  };
  const freeNonce = (): number => {
    let nonce = next ?? 0;
    while (taken.has(nonce)) nonce++;
    return nonce;
  };
  const remember = (txId: string, entry: Entry): void => {
    journal.set(txId, entry);
    taken.set(entry.nonce, txId);
    available -= entry.cost;
    if (journal.size <= JOURNAL) return;
    for (const oldest of journal.keys()) {
      journal.delete(oldest);
      break;
    }
  };
  const forget = (txId: string): void => {
    const entry = journal.get(txId);
    if (entry === undefined || taken.get(entry.nonce) !== txId) return;
    taken.delete(entry.nonce);
    next = undefined;
  };

  const attempt = async (recipient: string, amount: bigint): Promise<FaucetPayment | Refusal | 'again'> => {
    await sync();
    const cost = amount + STX_FEE;
    if (available < cost) {
      // The balance may have grown since it was read: only a fresh reading refuses.
      next = undefined;
      await sync();
      if (available < cost) return { refused: 'dry', balance: available };
    }
    if (taken.size >= MAX_PENDING) return { refused: 'full' };
    const before = generation;
    const nonce = freeNonce();
    const signed = await signTransfer({ ...key, recipient, amount, nonce, fee: STX_FEE, chainId: chainId ?? 0, memo: MEMO });
    if (generation !== before) return 'again';
    // Known before it is sent, because its block may be told before the answer to the request.
    remember(signed.txid, { nonce, cost, bytes: signed.bytes });
    const payment = { txId: signed.txid, txRaw: signed.hex, amount };
    try {
      await rpc.broadcast(signed.bytes);
    } catch (error) {
      if (await isLost(error, signed.txid)) {
        forget(signed.txid);
        return afterRefusal(error, nonce);
      }
    }
    if (generation !== before) {
      // The chain went back meanwhile: only the node can say whether that state has it.
      if (!(await hasArrived(signed.txid))) return 'again';
      taken.set(nonce, signed.txid);
      next = undefined;
    }
    return payment;
  };
  /**
   * Fills nonces below a waiting payment, which could not be mined before them: one that reached the node only after the chain had
   * gone back has a nonce of the chain that was left. Requests that wait fill them better.
   */
  const closeGaps = async (): Promise<void> => {
    while (mutex.load() === 1) {
      await sync();
      const nonce = freeNonce();
      if (![...taken].some(([later, txId]) => later > nonce && txId !== undefined)) return;
      const before = generation;
      const filler = await signTransfer({ ...key, ...FILLER, nonce, fee: STX_FEE, chainId: chainId ?? 0 });
      if (generation !== before) continue;
      remember(filler.txid, { nonce, cost: FILLER.amount + STX_FEE, bytes: filler.bytes });
      await rpc.broadcast(filler.bytes).catch((error: unknown) => {
        forget(filler.txid);
        throw error;
      });
    }
  };
  /** A gap that cannot be closed now is tried again with the next payment, whose result it must not change. */
  const thenCloseGaps = <T>(task: () => Promise<T>): Promise<T> =>
    mutex.run(async () => {
      try {
        return await task();
      } finally {
        await closeGaps().catch(() => undefined);
      }
    });

  /** A request that failed on its way may have arrived all the same. */
  const isLost = async (error: unknown, txId: string): Promise<boolean> =>
    !(error instanceof DevnetError) || error.code === 'RPC' || !(await hasArrived(txId).catch(() => false));
  /** Asked twice, because a block may take it from the mempool between the question and the answer. */
  const hasArrived = async (txId: string): Promise<boolean> => isKnown(txId) || (await rpc.isPending(txId)) || isKnown(txId);
  const afterRefusal = (error: unknown, nonce: number): Refusal | 'again' => {
    const reason = error instanceof DevnetError && error.code === 'RPC' ? error.reason : undefined;
    switch (reason) {
      case 'ConflictingNonceInMempool':
        taken.set(nonce, undefined);
        return 'again';
      case 'BadNonce':
        return 'again';
      case 'TooMuchChaining':
        return { refused: 'full' };
      case 'NotEnoughFunds':
        return { refused: 'dry', balance: available };
      default:
        throw error;
    }
  };

  return {
    key,
    load: mutex.load,
    pending: () => taken.size,
    send: (recipient, amount) =>
      thenCloseGaps(async () => {
        for (let tries = 0; tries < ATTEMPTS; tries++) {
          const result = await attempt(recipient, amount);
          if (result !== 'again') return result;
        }
        return { refused: 'full' };
      }),
    resend: (txId) =>
      thenCloseGaps(async () => {
        const entry = journal.get(txId);
        if (entry === undefined) return false;
        try {
          await rpc.broadcast(entry.bytes);
        } catch {
          forget(txId);
          return false;
        }
        taken.set(entry.nonce, txId);
        next = undefined;
        return true;
      }),
    made: (txId) => journal.has(txId),
    payments: () => [...journal].sort(([, a], [, b]) => a.nonce - b.nonce).map(([txId]) => txId),
    confirmed(txId) {
      const entry = journal.get(txId);
      if (entry === undefined) return;
      if (taken.get(entry.nonce) === txId) taken.delete(entry.nonce);
      confirmedBelow = Math.max(confirmedBelow, entry.nonce + 1);
      if (next !== undefined) next = Math.max(next, entry.nonce + 1);
    },
    newBlock() {
      const others = [...taken].filter(([, txId]) => txId === undefined);
      for (const [nonce] of others) taken.delete(nonce);
      if (others.length > 0) next = undefined;
    },
    freed: forget,
    reset(alive) {
      generation++;
      next = undefined;
      confirmedBelow = 0;
      taken = new Map([...journal].filter(([txId]) => alive(txId)).map(([txId, { nonce }]) => [nonce, txId]));
    },
  };
}
