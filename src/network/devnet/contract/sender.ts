import { delay } from '#platform/timers.js';
import { type Advice, advise } from '../../../base/advice.js';
import { createMutex, type Mutex, once } from '../../../base/async.js';
import { checkAmount } from '../../../base/check-amount.js';
import { DevnetError } from '../../../base/error.js';
import { startDeadline, type WaitOptions, wait } from '../../../base/wait.js';
import type { StacksClient } from '../../../stacks/client.js';
import { isMainnet } from '../../../stacks/engine.js';
import type { SignedTransaction, Signing } from '../../../stacks/signing.js';
import type { Signer } from './signer.js';

/** A transaction to send. */
export type Order = WaitOptions & {
  /** What error messages call it, for example `the call of ST….counter.add`. */
  what: string;
  signer: Signer;
  /** Micro-STX. @default 3000, or 1 for each byte of a larger transaction */
  fee: bigint | undefined;
  sign(signing: Signing): Promise<SignedTransaction>;
  /** Micro-STX that it transfers, as far as that is known. @default 0 */
  spends?: bigint | undefined;
};

/** Sends transactions of accounts with nonces that no other transaction uses. */
export type Sender = {
  /**
   * Signs and broadcasts a transaction. Transactions of one account are sent one after another; if the node accepts no more of them,
   * they wait for the next block.
   * @returns its txid with 0x @throws DevnetError REJECTED with the node's reason, TIMEOUT, ABORTED, UNSUPPORTED on mainnet
   */
  send(order: Order): Promise<string>;
};

export type SenderParts = {
  rpc: Pick<StacksClient, 'account' | 'broadcast' | 'isPending' | 'info'>;
  /** Returns the nonces that pending transactions of an account use, as far as the network knows them. */
  pendingNonces(address: string): Promise<ReadonlySet<number>>;
  /**
   * Returns 32 bytes for the signature of a transaction, where other processes send with the same accounts: the same call with the same
   * nonce would be the same transaction, and the node would accept it from both. @default none: txids are the same in each run
   */
  entropy?: (() => Uint8Array) | undefined;
  /** Returns how long to try by default, in ms. */
  waitMs(): number;
  closed: AbortSignal;
};

/** The same for all transactions, because a node replaces a pending transaction by one with its nonce and a higher fee. */
const FEE = 3_000n;
/** The node's minimum. */
const FEE_PER_BYTE = 1n;
/** How often a transaction that needs the nonces before it is tried again, in ms. */
const PAUSE_MS = 100;
/** Above the number of transactions of an account that a node accepts. */
const MAX_CONFLICTS = 50;

export function createSender({ rpc, pendingNonces, entropy, waitMs, closed }: SenderParts): Sender {
  const accounts = new Map<string, { mutex: Mutex; sent: Map<number, string> }>();
  const chainId = once(async () => {
    const info = await rpc.info();
    if (isMainnet({ bitcoin: '', stacks: info })) {
      throw new DevnetError('UNSUPPORTED', 'transactions are signed for test networks only, and the node is on mainnet');
    }
    return info.networkId;
  });
  const accountOf = (address: string) => {
    const known = accounts.get(address);
    if (known !== undefined) return known;
    const account = { mutex: createMutex(), sent: new Map<number, string>() };
    accounts.set(address, account);
    return account;
  };

  /**
   * Removes what is in a block, and what a restore or the node has dropped. The nodes drop all from some nonce on, so mostly one look
   * is enough.
   */
  const forgetSettled = async (address: string, sent: Map<number, string>, pending: ReadonlySet<number>): Promise<number> => {
    let { nonce: confirmed } = await rpc.account(address);
    const forgetConfirmed = (): void => {
      for (const nonce of sent.keys()) if (nonce < confirmed) sent.delete(nonce);
    };
    forgetConfirmed();
    const unseen = [...sent].filter(([nonce]) => !pending.has(nonce)).sort(([one], [other]) => one - other);
    const [[, lowest] = []] = unseen;
    if (lowest === undefined || (await rpc.isPending(lowest))) return confirmed;
    for (const [nonce, txid] of unseen) if (!(await rpc.isPending(txid))) sent.delete(nonce);
    ({ nonce: confirmed } = await rpc.account(address));
    forgetConfirmed();
    return confirmed;
  };
  /** Returns the lowest nonce that neither the chain nor a pending transaction uses. */
  const freeNonce = async (address: string, sent: Map<number, string>, conflicts: ReadonlySet<number>): Promise<number> => {
    const pending = await pendingNonces(address);
    let nonce = await forgetSettled(address, sent, pending);
    while (pending.has(nonce) || conflicts.has(nonce) || sent.has(nonce)) nonce++;
    return nonce;
  };
  const sign = async ({ signer, fee, sign: signWith }: Order, nonce: number): Promise<SignedTransaction & { fee: bigint }> => {
    const signing = { privateKey: signer.privateKey, nonce, chainId: await chainId(), entropy: entropy?.() };
    return signWithFee(signWith, signing, fee);
  };

  /** What the node says of a transaction that it refused. */
  const rejected = async (order: Order, fee: bigint, error: unknown): Promise<unknown> => {
    if (!(error instanceof DevnetError) || error.code !== 'RPC') return error;
    const { reason, rpcCode, message } = error;
    const because = message.replace(/^Stacks [^:]*: /, '');
    const hint = reason === 'NotEnoughFunds' ? await needOf(order, fee) : HINTS.find(({ about }) => about.test(because))?.hint;
    return new DevnetError('REJECTED', `the node rejected ${order.what}: ${because}${hint === undefined ? '' : `. ${hint}`}`, {
      reason: reason ?? because,
      rpcCode,
      hint,
      cause: error,
    });
  };
  /** Says who has too little, how much, and what it takes. */
  const needOf = async ({ signer: { address }, spends = 0n }: Order, fee: bigint): Promise<Advice> => {
    const account = await rpc.account(address).catch(() => undefined);
    const has = account === undefined ? 'has too little' : `has ${account.balance} micro-STX`;
    const needs = spends === 0n ? `at least ${fee} for the fee` : `${spends + fee}: ${spends} and the fee of ${fee}`;
    return advise`The sender ${address} ${has}, and needs ${needs}. Pay it with ${{ do: 'faucet.stx', with: { address } }}.`;
  };

  const run = async (order: Order, sent: Map<number, string>, state: SendState, ended: AbortSignal): Promise<string> => {
    const { address } = order.signer;
    const conflicts = new Set<number>();
    for (;;) {
      ended.throwIfAborted();
      const nonce = await freeNonce(address, sent, conflicts);
      const { bytes, txid, fee } = await sign(order, nonce);
      ended.throwIfAborted();
      try {
        await rpc.broadcast(bytes);
        sent.set(nonce, txid);
        return txid;
      } catch (error) {
        const reason = error instanceof DevnetError && error.code === 'RPC' ? error.reason : undefined;
        // A request may arrive although its answer does not.
        if (reason === undefined && (await rpc.isPending(txid).catch(() => false))) {
          sent.set(nonce, txid);
          return txid;
        }
        if (reason === 'ConflictingNonceInMempool' && conflicts.size < MAX_CONFLICTS) {
          conflicts.add(nonce);
        } else if (reason === 'TooMuchChaining' || reason === 'BadNonce' || reason === 'ConflictingNonceInMempool') {
          state.lastSeen = `the node accepts no more transactions of ${address} before a block (${reason})`;
          conflicts.clear();
          await delay(PAUSE_MS, undefined, { signal: ended });
        } else {
          throw await rejected(order, fee, error);
        }
      }
    }
  };

  return {
    async send(order) {
      const { fee, what, signer } = order;
      if (fee !== undefined) checkAmount(fee, 'fee', 'micro-STX as bigint', { limit: 2n ** 63n });
      const { mutex, sent } = accountOf(signer.address);
      const state: SendState = { lastSeen: 'earlier transactions of the account are being sent' };
      return wait({
        ...startDeadline(order, waitMs()),
        closed,
        what: `the node to accept ${what}`,
        details: () => ({ lastSeen: state.lastSeen }),
        begin({ resolve, reject }) {
          const ending = new AbortController();
          mutex
            .run(async () => {
              ending.signal.throwIfAborted();
              state.lastSeen = undefined;
              return run(order, sent, state, ending.signal);
            })
            .then(resolve, reject);
          return () => ending.abort();
        },
      });
    },
  };
}

/** Signs with a fee, or with the usual one: FEE, or the node's minimum for a longer transaction. @returns also the fee, in micro-STX */
export async function signWithFee(
  sign: Order['sign'],
  signing: Omit<Signing, 'fee'>,
  fee: bigint | undefined,
): Promise<SignedTransaction & { fee: bigint }> {
  const signed = await sign({ ...signing, fee: fee ?? FEE });
  const least = BigInt(signed.bytes.length) * FEE_PER_BYTE;
  if (fee !== undefined || least <= FEE) return { ...signed, fee: fee ?? FEE };
  return { ...(await sign({ ...signing, fee: least })), fee: least };
}

type SendState = { lastSeen: string | undefined };

/** Nodes give the reason SignatureValidation also for what has nothing to do with the signature, such as a Clarity version. */
const HINTS: readonly { readonly about: RegExp; readonly hint: string | Advice }[] = [
  {
    about: /^SignatureValidation.*(Invalid signature|Signer hash)/,
    hint: advise`To send for an account without its key, use ${{ do: 'impersonate', with: { principal: null } }} before.`,
  },
  { about: /^FeeTooLow/, hint: 'The node takes at least 1 micro-STX for each byte.' },
  { about: /^ContractAlreadyExists/, hint: 'Choose another name, or restore a snapshot from before it was deployed.' },
  { about: /^NoSuchContract/, hint: 'Wait until its deployment is in a block.' },
];
