import type { StacksClient } from '../../chains/stacks/client/client.js';
import { hasMainnetAddresses } from '../../engines/chains.js';
import { DevnetError } from '../../error.js';
import type { FaucetKey } from '../keys.js';
import type { FaucetPayment } from '../types.js';
import type { Coin } from './coin.js';
import type { Nonces } from './nonces.js';

/** The node accepts nonces up to 26 above the confirmed one; two are left for other holders of a published key. */
const MAX_PENDING = 25;
const MEMO = 'faucet';
/** A transfer that fills a nonce gap: the least amount, to the boot address, which has no key. */
const FILLER = { amount: 1n, memo: 'nonce' };
const BOOT_ADDRESS = { testnet: 'ST000000000000000000002AMW42H', mainnet: 'SP000000000000000000002Q6VF78' } as const;

/** Why a key cannot pay now: `dry` if its balance is too low, `full` if too many of its payments are pending. */
export type Refusal = { refused: 'dry'; balance: bigint } | { refused: 'full' };

/** Signs and broadcasts the payments of one key. Calls must not overlap. */
export type Broadcaster = {
  /** Broadcasts a payment with the lowest free nonce. @returns `again` if the nonce was used or the chain changed meanwhile */
  send(recipient: string, amount: bigint): Promise<FaucetPayment | Refusal | 'again'>;
  /** Broadcasts a known payment again. @returns whether the node has it now */
  resend(txId: string): Promise<boolean>;
  /** Fills the lowest nonce gap. @returns false if there is none */
  fillGap(): Promise<boolean>;
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

  return {
    async send(recipient, amount) {
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
    },
    async resend(txId) {
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
    },
    async fillGap() {
      await nonces.load();
      if (!nonces.hasGap()) return false;
      const generation = nonces.generation();
      const nonce = nonces.lowestFree();
      const { txid, bytes } = await sign({ ...FILLER, recipient: await bootAddress() }, nonce);
      if (nonces.generation() !== generation) return true;
      nonces.reserve(txid, { nonce, cost: FILLER.amount + coin.fee, bytes });
      await rpc.broadcast(bytes).catch((error: unknown) => {
        nonces.release(txid);
        throw error;
      });
      return true;
    },
  };
}
