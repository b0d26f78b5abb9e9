/**
 * Where a deposit or a withdrawal is: `accepted` once its Bitcoin transaction, the sweep, is broadcast, `confirmed` once the registry
 * has it.
 */
export type BridgeStatus = 'pending' | 'accepted' | 'confirmed' | 'failed' | 'rbf';

export const BRIDGE_STATUSES = ['pending', 'accepted', 'confirmed', 'failed', 'rbf'] as const;

/** When the bridge acts: as soon as it can, or only when `step` is called. */
type BridgeMode = 'auto' | 'manual';

/** How the bridge works. Counts are in Bitcoin blocks. */
export type BridgeSettings = {
  mode: BridgeMode;
  /** Sats for a virtual byte of a sweep. */
  feeRate: number;
  /** Confirmations of a deposit before it is swept. */
  depositConfirmations: number;
  /** Confirmations of a sweep before its deposits are minted and its withdrawals accepted. */
  sweepConfirmations: number;
  /** Blocks after a withdrawal's request before it is paid. */
  withdrawalConfirmations: number;
  /** A withdrawal that cannot be paid is rejected after more blocks than this. */
  withdrawalExpiry: number;
};

/** The limits of the protocol, in sats; null is no limit. */
export type BridgeLimits = {
  pegCap: bigint | null;
  perDepositMinimum: bigint | null;
  perDepositCap: bigint | null;
  perWithdrawalCap: bigint | null;
  /** The withdrawals of so many Bitcoin blocks may have `rollingWithdrawalCap` together. */
  rollingWithdrawalBlocks: number | null;
  rollingWithdrawalCap: bigint | null;
};

/** A deposit as it was announced: hex without 0x. */
export type Deposit = {
  txid: string;
  vout: number;
  amount: bigint;
  /** The serialized principal. */
  recipient: string;
  maxFee: bigint;
  lockTime: number;
  /** The x-only keys of the reclaim script; undefined if its form is unknown. */
  reclaimKeys: string[] | undefined;
  depositScript: string;
  reclaimScript: string;
  /** What the transaction spends, as `txid:vout`. */
  inputs: readonly string[];
};

/** What completed a deposit or withdrawal. */
export type Fulfillment = {
  bitcoinTxid: string;
  /** The position of the sweep in its block. */
  bitcoinTxIndex: number;
  bitcoinBlockHash: string;
  bitcoinBlockHeight: number;
  /** With 0x; undefined if no event reported it. */
  stacksTxid: string | undefined;
  /** What was paid of the maximum fee. */
  fee: bigint;
};

/** The Stacks block at which a status became true. */
export type StatusChange = { height: number; hash: string };

/** A deposit and where it is. */
export type DepositState = Deposit & {
  status: BridgeStatus;
  statusMessage: string;
  changed: StatusChange;
  /** The sweep, from its broadcast on. */
  sweepTxid?: string | undefined;
  fulfillment?: Fulfillment | undefined;
  /** The transaction that spends what the deposit spent, with status `rbf`. */
  replacedByTx?: string | undefined;
};

/** A withdrawal and where it is. */
export type WithdrawalState = {
  requestId: bigint;
  amount: bigint;
  maxFee: bigint;
  /** The principal that asked for it. */
  sender: string;
  /** The output script that is paid, as hex. */
  recipient: string;
  /** The Bitcoin height of the request. */
  burnHeight: number;
  /** The Stacks transaction of the request, with its block; undefined if no event reported it. */
  request: { txid: string; height: number; hash: string } | undefined;
  status: BridgeStatus;
  statusMessage: string;
  changed: StatusChange;
  sweepTxid?: string | undefined;
  fulfillment?: Fulfillment | undefined;
};

/** What one step did: the sweep that it broadcast, or the Stacks transaction that it sent (txid with 0x). */
export type BridgeStep =
  | { type: 'sweep'; txid: string; deposits: { txid: string; vout: number }[]; withdrawals: bigint[] }
  | { type: 'mint'; txid: string; deposits: { txid: string; vout: number }[] }
  | { type: 'withdrawals'; txid: string; accepted: bigint[]; rejected: bigint[] };

/** An event of the bridge: a deposit or a withdrawal has another status. */
export type BridgeEvent =
  | { type: 'sbtc.deposit'; txid: string; vout: number; amount: string; recipient: string; status: BridgeStatus; statusMessage: string }
  | { type: 'sbtc.withdrawal'; requestId: string; amount: string; sender: string; status: BridgeStatus; statusMessage: string };
