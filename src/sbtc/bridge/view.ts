import type { ChainIndex } from '../../bitcoin/esplora.js';
import type { Registry, WithdrawalRequest } from './registry.js';
import type { BridgeStore } from './store.js';
import type { SignersCoin, Sweep } from './sweep.js';
import type { BridgeStatus, Deposit, Fulfillment } from './types.js';

/** A deposit as the chains show it now. `due` is what the bridge can do for it. */
export type SeenDeposit = {
  deposit: Deposit;
  status: BridgeStatus;
  statusMessage: string;
  due?: 'sweep' | { mint: Mint } | undefined;
  sweepTxid?: string | undefined;
  fulfillment?: Omit<Fulfillment, 'stacksTxid'> | undefined;
  replacedByTx?: string | undefined;
};
/** What a completed deposit mints: sats, by a sweep in a Bitcoin block. */
export type Mint = { amount: bigint; sweep: MinedSweep };
export type MinedSweep = { txid: string; hash: string; height: number };
/** A withdrawal as the chains show it now: `recipient` is its output script as hex. */
export type SeenWithdrawal = {
  id: bigint;
  request: WithdrawalRequest;
  recipient: string;
  status: BridgeStatus;
  statusMessage: string;
  due?: 'pay' | 'reject' | { accept: Acceptance } | undefined;
  sweepTxid?: string | undefined;
  fulfillment?: Omit<Fulfillment, 'stacksTxid'> | undefined;
};
export type Acceptance = { vout: number; fee: bigint; sweep: MinedSweep };

/** Both chains as the bridge sees them at one moment. */
export type View = {
  deposits: SeenDeposit[];
  withdrawals: SeenWithdrawal[];
  /** The signers' confirmed outputs, largest first. */
  coins: SignersCoin[];
  /** Whether a sweep waits for a block: the next one spends its change. */
  sweeping: boolean;
};

/** What a look at the chains needs. */
export type Looking = { index: ChainIndex; registry: Registry; store: BridgeStore };
/** A look in progress: all sweeps of the chain and the mempool, and the height of the chain. */
export type Found = Looking & { sweeps: readonly Sweep[]; tip: number };
