import type { BridgeChange, BridgeConfiguration, BridgeStatus, BridgeStep } from '../../../sbtc/bridge.js';
import type { InputOf } from '../../operations/codec.js';
import type { depositOptions, untilStatus, withdrawOptions } from '../../operations/sbtc-fields.js';

export type { BridgeChange, BridgeConfiguration, BridgeLimits, BridgeStatus, BridgeStep } from '../../../sbtc/bridge.js';

/** What completed a deposit or withdrawal: hashes of Bitcoin have no 0x, those of Stacks have it. `fee` is in sats. */
export type SbtcFulfillment = {
  bitcoinTxid: string;
  bitcoinBlockHash: string;
  bitcoinBlockHeight: number;
  /** Absent if no event reported it. */
  stacksTxid?: string | undefined;
  fee: bigint;
};

/** A deposit of Bitcoin for sBTC, and where it is. Amounts are sats. */
export type SbtcDeposit = {
  txid: string;
  vout: number;
  amount: bigint;
  /** The principal that receives sBTC. */
  recipient: string;
  maxFee: bigint;
  /** After so many Bitcoin blocks, the sender may take the deposit back. */
  lockTime: number;
  /** Hex. */
  depositScript: string;
  reclaimScript: string;
  status: BridgeStatus;
  statusMessage: string;
  /** The Bitcoin transaction that spends the deposit for the signers. */
  sweepTxid?: string | undefined;
  fulfillment?: SbtcFulfillment | undefined;
  /** With status `rbf`: the transaction that was mined or accepted instead. */
  replacedByTx?: string | undefined;
};

/** A withdrawal of sBTC for Bitcoin, and where it is. Amounts are sats. */
export type SbtcWithdrawal = {
  requestId: bigint;
  amount: bigint;
  maxFee: bigint;
  /** The principal whose sBTC it is. */
  sender: string;
  /** The Bitcoin address that is paid. */
  address: string;
  /** The Stacks transaction of the request, with 0x; absent if no event reported it. */
  txid?: string | undefined;
  status: BridgeStatus;
  statusMessage: string;
  sweepTxid?: string | undefined;
  fulfillment?: SbtcFulfillment | undefined;
};

export type SbtcDepositOptions = InputOf<typeof depositOptions>;

export type SbtcWithdrawOptions = InputOf<typeof withdrawOptions> & {
  /** Whose sBTC it is: one of `devnet.accounts`, or a key and its address. */
  account: { privateKey: string; stx: { address: string } };
};

/** A status to wait for. A later one will do, too. */
export type SbtcWaitOptions = InputOf<typeof untilStatus>;

/** The constructor options of `SbtcApiClientDevenv` of the npm package `sbtc`. */
export type SbtcClientConfig = { btcApiUrl: string; stxApiUrl: string; sbtcApiUrl: string; sbtcContract: string };

/** What names a deposit: its output. @property vout @default 0 */
export type DepositId = { txid: string; vout?: number | undefined };

/** What `devnet.sbtc` knows without a request. Without sBTC, reading one throws DevnetError UNSUPPORTED. */
export type SbtcFacts = {
  /** The address that deployed the contracts of sBTC. */
  readonly deployer: string;
  /** The contract of the token: `SN….sbtc-token`. */
  readonly token: string;
  /** The token as post-conditions and events name it: `SN….sbtc-token::sbtc-token`. */
  readonly assetId: string;
  /** The Bitcoin address of the signers. */
  readonly signersAddress: string;
  /** Options for `new SbtcApiClientDevenv()` of the npm package `sbtc`. @throws DevnetError UNSUPPORTED without gateway */
  readonly clientConfig: SbtcClientConfig;
};

/** The functions of `devnet.sbtc` whose arguments are objects: over HTTP, each is a route or two. */
export type SbtcRequests = {
  /** Requests a withdrawal. @throws DevnetError INVALID_INPUT, REJECTED if the contract refuses it, and as `waitForWithdrawal` */
  withdraw(options: SbtcWithdrawOptions): Promise<SbtcWithdrawal>;
  /**
   * Resolves when a deposit has a status; it may be announced later.
   * @throws DevnetError REJECTED if it failed or was replaced, TIMEOUT with what was seen last, ABORTED
   */
  waitForDeposit(id: DepositId, options?: SbtcWaitOptions): Promise<SbtcDeposit>;
  /** Resolves when a withdrawal has a status. @throws DevnetError REJECTED if it was rejected, TIMEOUT with what was seen last, ABORTED */
  waitForWithdrawal(requestId: bigint, options?: SbtcWaitOptions): Promise<SbtcWithdrawal>;
  /**
   * Rejects a pending deposit or withdrawal.
   * @throws DevnetError NOT_FOUND, BUSY if it is not pending, ROLLED_BACK if a restore undoes it
   */
  reject(target: DepositId | { requestId: bigint }): Promise<void>;
  /** From now on the bridge acts only by `step`. Short for `configure({ mode: 'manual' })`. */
  pause(): Promise<void>;
  /** The bridge acts by itself again. Short for `configure({ mode: 'auto' })`. */
  resume(): Promise<void>;
};

/** The part of a network in this process that the operations of sBTC run on. */
export type LocalSbtc = SbtcFacts &
  SbtcRequests & {
    balance(principal: string): Promise<bigint>;
    deposit(options: SbtcDepositOptions): Promise<SbtcDeposit>;
    deposits(): Promise<SbtcDeposit[]>;
    withdrawals(): Promise<SbtcWithdrawal[]>;
    step(): Promise<BridgeStep | undefined>;
    configuration(): Promise<BridgeConfiguration>;
    configure(change: BridgeChange): Promise<BridgeConfiguration>;
  };
