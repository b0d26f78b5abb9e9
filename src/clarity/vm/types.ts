import type { ContractInterface } from '../analysis/interface.js';
import type { Crypto } from '../crypto.js';
import type { EpochName } from '../epoch.js';
import type { ExecutionCost } from '../failure.js';
import type { UnlockHeights } from '../state/unlock-heights.js';
import type { ClarityVersion } from '../version.js';
import type { Chain } from './chain.js';
import type { GenesisContract } from './genesis.js';

/** An expression that is about to be evaluated. Line and column count from 1. */
export type Evaluation = {
  /** `ST….counter`. */
  readonly contract: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The id of the expression, as `parse` counts them. */
  readonly id: number;
};

/** How a Clarity VM begins. */
export type ClarityVmOptions = {
  /** The epoch whose rules hold. '4.1' is active on no network. @default '4.0' */
  epoch?: EpochName | undefined;
  /** Which addresses are local: `is-in-mainnet`, boot contracts. @default 'testnet' */
  network?: 'mainnet' | 'testnet' | undefined;
  /** `chain-id`. @default 1 on mainnet, 0x80000000 on testnet */
  chainId?: number | undefined;
  /** Balances in micro-STX, by address or id of a contract. @default nobody has STX */
  balances?: Readonly<Record<string, bigint>> | undefined;
  /**
   * Contracts that exist from the start, in any order; those of a later epoch come when `vm.epoch` is set to it.
   * `stacks-devnet/clarity/boot-contracts` has those of a node.
   * @default none
   */
  contracts?: readonly GenesisContract[] | undefined;
  /** @default Stacks block 1 on Bitcoin block 1, at time 0 */
  chain?: Chain | undefined;
  /** The Bitcoin heights at which all locks of a version of PoX end. @default never */
  unlockHeights?: Partial<UnlockHeights> | undefined;
  /** What one transaction or read may cost. @default the limit of a block on regtest in the epoch */
  limit?: ExecutionCost | undefined;
  /**
   * What all transactions of a tenure may cost together, before epoch 3.0 those of a block, until `vm.beginTenure()`: five costs, or
   * 'block' for what a node allows on regtest in the epoch. A transaction that costs more than what is left is rejected, and changes
   * nothing: the next tenure may have it.
   * @default no budget: what earlier transactions cost does not matter
   */
  budget?: ExecutionCost | 'block' | undefined;
  /** Hashes and signatures. @default plain JavaScript */
  crypto?: Crypto | undefined;
  /** Called before each expression is evaluated, for coverage and profiles. It makes execution slower. @default nothing is called */
  onEvaluate?: ((evaluation: Evaluation) => void) | undefined;
};

/** The STX of an account, in micro-STX. */
export type ClarityAccount = {
  /** What it can spend. */
  readonly balance: bigint;
  readonly locked: bigint;
  /** The Bitcoin height at which the lock ends; 0 without a lock. */
  readonly unlockHeight: number;
  readonly nonce: bigint;
};

/** A contract that exists. */
export type ClarityContract = {
  readonly id: string;
  readonly source: string;
  readonly clarityVersion: ClarityVersion;
  /** The Stacks height of its deploy. */
  readonly height: number;
  readonly interface: ContractInterface;
};
