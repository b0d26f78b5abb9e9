import { DevnetError } from '../../../base/error.js';
import type { StacksClient } from '../../../stacks/client.js';
import { hasMainnetAddresses } from '../../../stacks/engine.js';
import type { FaucetKey } from '../keys.js';
import type { PaymentTurn, SignedEntry } from '../payment-turns.js';
import type { FaucetPayment } from '../types.js';
import { type Coin, MEMO } from './coin.js';
import type { Nonces } from './nonces.js';

/** The node accepts nonces up to 26 above the confirmed one; two are left for other holders of a published key. */
const MAX_PENDING = 25;
/** A transfer that fills a nonce gap: the least amount, to the boot address, which has no key. */
const FILLER = { amount: 1n, memo: MEMO.filler };
const BOOT_ADDRESS = { testnet: 'ST000000000000000000002AMW42H', mainnet: 'SP000000000000000000002Q6VF78' } as const;

/** Why a key cannot pay now: `dry` if its balance is too low, `full` if too many of its payments are pending. */
export type Refusal = { refused: 'dry'; balance: bigint } | { refused: 'full' };

/** The use of a nonce, as replicas share it: `bytes` is the transaction as hex, `cost` a decimal number. */
export type NonceUse = { nonce: number; cost: string; bytes: string };
/** A turn of a key. */
export type KeyTurn = PaymentTurn<NonceUse>;

/** Signs and broadcasts the payments of one key. Calls must not overlap. */
export type Broadcaster = {
  /** Broadcasts a payment with the lowest free nonce. @returns `again` if the nonce was used or the chain changed meanwhile */
  send(turn: KeyTurn, recipient: string, amount: bigint): Promise<FaucetPayment | Refusal | 'again'>;
  /** Broadcasts a known payment again. @returns whether the node has it now */
  resend(turn: KeyTurn, txId: string): Promise<boolean>;
  /** Fills the lowest nonce gap. @returns false if there is none */
  fillGap(turn: KeyTurn): Promise<boolean>;
};

export type BroadcasterParts = {
  coin: Coin;
  key: FaucetKey;
  rpc: StacksClient;
  nonces: Nonces;
  /** Returns the chain id of the node's network. */
  chainId(): Promise<number>;
  /** Whether chain events reported the payment as pending or mined. */
  isKnown(txId: string): boolean;
};

type SignedTransaction = { txid: string; bytes: Uint8Array };
type Reservation = { nonce: number; cost: bigint; paid?: SignedEntry<NonceUse>['paid'] };

export function createBroadcaster({ coin, key, rpc, nonces, chainId, isKnown }: BroadcasterParts): Broadcaster {
  const sign = async (transfer: { recipient: string; amount: bigint; memo: string }, nonce: number) =>
    coin.sign({ ...transfer, privateKey: key.privateKey, sender: key.address, nonce, chainId: await chainId() });
  const bootAddress = async () => (hasMainnetAddresses({ networkId: await chainId() }) ? BOOT_ADDRESS.mainnet : BOOT_ADDRESS.testnet);
  /** Asks the events twice, because a block may take the payment from the mempool during the request. */
  const hasArrived = async (txId: string): Promise<boolean> => isKnown(txId) || (await rpc.isPending(txId)) || isKnown(txId);
  /** Whether a failed broadcast left the node without the payment: a request may arrive although its answer does not. */
  const isLost = async (error: unknown, txId: string): Promise<boolean> =>
    !(error instanceof DevnetError) || error.code === 'RPC' || !(await hasArrived(txId).catch(() => false));
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

  /** Reserves the nonce of a transaction, and records that before the node gets it. */
  const reserve = async (turn: KeyTurn, { txid, bytes }: SignedTransaction, use: Reservation): Promise<void> => {
    const { nonce, cost, paid } = use;
    nonces.reserve(txid, { nonce, cost, bytes });
    try {
      await turn.signed({ txid, nonce, cost: `${cost}`, bytes: Buffer.from(bytes).toString('hex'), paid });
    } catch (error) {
      nonces.release(txid);
      throw error;
    }
  };
  const release = async (turn: KeyTurn, txid: string): Promise<void> => {
    nonces.release(txid);
    await turn.refused(txid);
  };

  return {
    async send(turn, recipient, amount) {
      await nonces.load();
      const cost = amount + coin.fee;
      if (nonces.available() < cost) {
        // The balance may have grown since it was read.
        nonces.invalidate();
        await nonces.load();
        if (nonces.available() < cost) return { refused: 'dry', balance: nonces.available() };
      }
      if (nonces.pending() >= MAX_PENDING) return { refused: 'full' };
      const generation = nonces.generation();
      const nonce = nonces.lowestFree();
      const signed = await sign({ recipient, amount, memo: MEMO.payment }, nonce);
      const { txid, hex, bytes } = signed;
      if (nonces.generation() !== generation) return 'again';
      // Reserved before the broadcast, because the event of its block may come before the answer.
      const paid = { coin: coin.name === 'STX' ? 'stx' : 'sbtc', address: recipient, amount: `${amount}` } as const;
      await reserve(turn, signed, { nonce, cost, paid });
      try {
        await rpc.broadcast(bytes);
      } catch (error) {
        if (await isLost(error, txid)) {
          await release(turn, txid);
          return afterRefusal(error, nonce);
        }
      }
      await turn.sent(txid);
      if (nonces.generation() !== generation) {
        // Only the node knows whether the chain that it went back to has the payment.
        if (!(await hasArrived(txid))) return 'again';
        nonces.restore(txid);
      }
      return { txId: txid, txRaw: hex, amount };
    },
    async resend(turn, txId) {
      const payment = nonces.find(txId);
      if (payment === undefined) return false;
      try {
        await rpc.broadcast(payment.bytes);
      } catch {
        if (!(await hasArrived(txId).catch(() => false))) {
          await release(turn, txId);
          return false;
        }
      }
      await turn.sent(txId);
      // A mined payment needs no nonce: the next read of the account frees it.
      nonces.restore(txId);
      return true;
    },
    async fillGap(turn) {
      await nonces.load();
      if (!nonces.hasGap()) return false;
      const generation = nonces.generation();
      const nonce = nonces.lowestFree();
      const signed = await sign({ ...FILLER, recipient: await bootAddress() }, nonce);
      if (nonces.generation() !== generation) return true;
      await reserve(turn, signed, { nonce, cost: FILLER.amount + coin.fee });
      await rpc.broadcast(signed.bytes).catch(async (error: unknown) => {
        await release(turn, signed.txid);
        throw error;
      });
      await turn.sent(signed.txid);
      return true;
    },
  };
}
