import { randomBytes } from '#platform/crypto.js';
import { once } from '../../../base/async.js';
import { createSender, noncesAtGateway, signWithFee } from '../../../network/contract.js';
import type { Account } from '../../../network/data.js';
import { createStacksClient, type StacksClient } from '../../../stacks/client.js';
import { type PostConditions, type SignedTransaction, type Signing, signTransaction } from '../../../stacks/signing.js';
import { askThrough, type Gateway } from '../gateway.js';

/** A transaction of an account, without its nonce and fee. */
export type StacksOrder = {
  /** What errors call it: `the call of ST….counter.add`. */
  what: string;
  payload: Uint8Array;
  conditions: PostConditions;
  account: Account;
  fee: bigint | undefined;
  nonce: number | undefined;
  /** Micro-STX that it transfers. */
  spends?: bigint | undefined;
  broadcast: boolean;
  /** Another account pays the fee, and sends it. */
  sponsored: boolean;
};

/** A transaction that is signed, and sent if it was to be. `transaction` is hex. */
type SignedOrder = { transaction: string; txid: string; fee: bigint };

/** Signs and sends Stacks transactions of the wallet's account. */
export type StacksSender = {
  send(order: StacksOrder): Promise<SignedOrder>;
  rpc: Pick<StacksClient, 'getJson' | 'broadcast'>;
  close(): void;
};

/** How long the node may refuse a nonce that is not free yet, in ms. */
const WAIT_MS = 15_000;

/** @param gateway the network's, which knows pending nonces */
export function createStacksSender(gateway: Gateway, closed: AbortSignal): StacksSender {
  const rpc = createStacksClient({ rpcUrl: gateway.url, ask: askThrough(gateway) });
  const pendingNonces = (address: string) => noncesAtGateway(rpc, address);
  const entropy = () => randomBytes(32);
  // The network's own calls use the same accounts, so that a nonce is asked for each time.
  const sender = createSender({ rpc, pendingNonces, entropy, waitMs: () => WAIT_MS, closed });
  const chainId = once(async () => (await rpc.info()).networkId);

  const freeNonce = async (address: string): Promise<number> => {
    const [pending, { nonce: confirmed }] = await Promise.all([pendingNonces(address), rpc.account(address)]);
    let nonce = confirmed;
    while (pending.has(nonce)) nonce++;
    return nonce;
  };

  /** Signs a transaction that has the page's nonce, or that the page or a sponsor sends. */
  const signAlone = async ({ payload, conditions, account, sponsored, fee, ...order }: StacksOrder): Promise<Signed> => {
    const nonce = order.nonce ?? (await freeNonce(account.stx.address));
    const signing = { privateKey: keyOf(account), nonce, chainId: await chainId(), entropy: entropy() };
    if (sponsored) {
      return { fee: 0n, signed: await signTransaction(payload, conditions, { ...signing, fee: 0n, sponsor: 'later' }) };
    }
    const signed = await signWithFee((each) => signTransaction(payload, conditions, each), signing, fee);
    return { signed, fee: signed.fee };
  };

  return {
    rpc,
    async send(order) {
      const { what, payload, conditions, account, fee, nonce, spends, broadcast, sponsored } = order;
      if (!broadcast || sponsored || nonce !== undefined) {
        const made = await signAlone(order);
        if (broadcast && !sponsored) await rpc.broadcast(made.signed.bytes);
        return signedOrder(made);
      }
      let last: Signed | undefined;
      const sign = async (signing: Signing): Promise<SignedTransaction> => {
        const signed = await signTransaction(payload, conditions, signing);
        last = { signed, fee: signing.fee };
        return signed;
      };
      const signer = { privateKey: keyOf(account), address: account.stx.address };
      await sender.send({ what, signer, fee, spends, sign });
      if (last === undefined) throw new TypeError('a transaction was sent that was not signed');
      return signedOrder(last);
    },
    close: () => rpc.close(),
  };
}

/** 64 hex digits: those of a compressed key end with 01. */
export function keyOf({ privateKey }: Account): string {
  return privateKey.slice(0, 64);
}

type Signed = { signed: SignedTransaction; fee: bigint };

function signedOrder({ signed: { hex, txid }, fee }: Signed): SignedOrder {
  return { transaction: hex, txid, fee };
}
