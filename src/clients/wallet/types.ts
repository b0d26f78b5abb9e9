import type { WaitOptions } from '../../base/wait.js';
import type { Account } from '../../network/data.js';
import type { WalletNetwork } from './network.js';

export type { WalletNetwork } from './network.js';

/** A wallet that pages find. They differ in the names of parameters and results, and in how a request fails. */
export type WalletName = 'leather' | 'xverse';

/**
 * What the user of the wallet does with a request. Each part has a default, so that parts can be
 * combined: `{ delayMs: 500, decision: 'reject' }`.
 */
export type WalletPolicy = {
  /** `reject`: the user closes the prompt. @default 'approve' */
  decision?: 'approve' | 'reject' | undefined;
  /** How long the user hesitates, in ms. @default 0 */
  delayMs?: number | undefined;
  /** `none`: the account has no coins, whatever the chains say. Requests that send something fail. @default the account's own */
  funds?: 'own' | 'none' | undefined;
  /** The fee that the user sets for Stacks transactions, in micro-STX. @default the request's, else the network's usual one */
  fee?: bigint | undefined;
  /** The fee rate that the user sets for Bitcoin transactions, in sats per virtual byte. @default 2 */
  feeRate?: number | undefined;
};

/** A policy, or a function that chooses one for each request. */
export type WalletPolicyChoice = WalletPolicy | ((request: PendingRequest) => WalletPolicy);

/** A request while the user decides. */
export type PendingRequest = {
  /** Counts from 1. */
  readonly id: number;
  /** Which of the wallet's providers the page asked. */
  readonly wallet: WalletName;
  /** The method of SIP-030 or WBIP, also for a request in the form of `@stacks/connect` 7 or of old `sats-connect`. */
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The origin of the page: `http://localhost:5173`. */
  readonly origin: string;
  readonly startedAt: Date;
};

/** A request that the wallet has answered. Either `result` or `error` is set. */
export type WalletRequest = PendingRequest & {
  /** What the user decided; undefined for a method that asks no user. */
  readonly decision: 'approve' | 'reject' | undefined;
  readonly result?: unknown;
  readonly error?: WalletRequestError | undefined;
  /** The transaction that the wallet sent: with 0x on Stacks, without on Bitcoin. */
  readonly txid?: string | undefined;
  /** The fee of the transaction that it signed, in micro-STX or sats. */
  readonly fee?: bigint | undefined;
  readonly durationMs: number;
};

/** A JSON-RPC error, as the page gets it. */
export type WalletRequestError = { code: number; message: string; data?: unknown };

/** Which request: its method, or a function that returns true for it. */
export type RequestMatch = string | ((request: WalletRequest) => boolean);

/** How to create a wallet. */
export type WalletOptions = {
  /** The active account: its name on the network, or an account such as `await net.account()`. @default 'wallet_1' */
  account?: string | Account | undefined;
  /** Which wallets pages find. The first is also `window.StacksProvider`. @default ['leather', 'xverse'] */
  wallets?: readonly WalletName[] | undefined;
  /** @default approve everything at once */
  policy?: WalletPolicyChoice | undefined;
};

/** What a page receives without a request. Addresses and networks are in the forms of Xverse, then of SIP-030. */
export type WalletEvent =
  | { type: 'accountChange'; addresses: unknown; accounts: unknown }
  | { type: 'networkChange'; addresses: unknown; names: object; networks: unknown }
  | { type: 'disconnect' };

/** A request of a page, by the provider of a wallet. Either the JSON of a request, or the token of libraries before SIP-030. */
export type PageRequest = { wallet: WalletName; method: string; params?: unknown; token?: string | undefined };

/** The answer to a page. */
export type PageAnswer = { result: unknown } | { error: WalletRequestError };

/** A wallet for a test suite, with the accounts of a network. */
export interface Wallet extends AsyncDisposable {
  /** Which wallets pages find. */
  readonly wallets: readonly WalletName[];
  /** The account that signs. */
  readonly account: Account;
  /** The network that the user selected: the devnet's own, unless `switchNetwork` was called. */
  readonly network: WalletNetwork;
  /** All answered requests, oldest first. */
  readonly requests: readonly WalletRequest[];
  /** Sets what the user does from now on. @throws DevnetError INVALID_INPUT */
  setPolicy(policy: WalletPolicyChoice): void;
  /** Sets what the user does with the next request only. Several calls are for several requests. @throws DevnetError INVALID_INPUT */
  once(policy: WalletPolicyChoice): void;
  /** Changes the active account; pages get `accountChange`. @throws DevnetError INVALID_INPUT */
  switchAccount(account: string | Account): Promise<void>;
  /**
   * Changes the network, and so the addresses; pages get `networkChange`. On another network than the devnet's, the wallet signs nothing.
   * @throws DevnetError INVALID_INPUT
   */
  switchNetwork(network: WalletNetwork): Promise<void>;
  /** Forgets which pages have connected; pages get `disconnect`. */
  disconnect(): void;
  /**
   * Resolves with the first answered request that matches: one in `requests`, else one that follows.
   * @throws DevnetError TIMEOUT, which says what was requested; ABORTED; NOT_READY after `close`
   */
  waitForRequest(match: RequestMatch, options?: WaitOptions): Promise<WalletRequest>;
  /** Removes all requests from `requests`. */
  clear(): void;
  /** Answers a request of a page. {@link installWallet} and {@link attachWallet} call it. */
  handle(request: PageRequest, origin: string): Promise<PageAnswer>;
  /** Calls a listener with each event for pages. @returns ends it */
  onEvent(listener: (event: WalletEvent) => void): () => void;
  /** Idempotent. Ends delays: requests of pages fail. */
  close(): Promise<void>;
}
