import type { WaitOptions } from '../../base/wait.js';
import type { BitcoinTxReceipt } from '../../bitcoin/receipt.js';
import type { EngineLog } from '../../stacks/engine.js';
import type { MiningModes } from '../../stacks/mining-mode.js';
import type { AnchoredReceipt, StacksTxReceipt } from '../../stacks/receipt.js';
import type { Simulation, SimulationRequest, StepsOutcome } from '../../stacks/trace.js';
import type {
  Balance,
  Copies,
  CoverageSummary,
  DevnetStatus,
  FaucetOptions,
  FaucetPayment,
  MineRequest,
  MineResult,
  MineTarget,
  SnapshotInfo,
  StacksProfile,
  StacksReplay,
  StacksTrace,
  StxFaucetOptions,
} from '../data.js';
import type { Answer } from '../devnet/answers/schema.js';
import type { nodesAnswer, projectAnswer } from '../devnet/answers/status.js';
import type { LocalChaos } from '../devnet/chaos/chaos.js';
import type { AbiStore } from '../devnet/contract/abi-store.js';
import type { ContractNames } from '../devnet/contract/resolve.js';
import type { CostReport } from '../devnet/costs/types.js';
import type { Impersonation } from '../devnet/impersonation.js';
import type { ListedAccount } from '../devnet/list-accounts.js';
import type { LocalSbtc, SbtcWithdrawOptions } from '../devnet/sbtc/types.js';
import type { StateCalls } from '../devnet/state/types.js';

/** The calls that mine blocks. */
export type Mining = {
  mine(request: MineRequest): Promise<MineResult>;
  mineUntil(target: MineTarget, options?: WaitOptions): Promise<MineResult>;
  miningModes(): Promise<MiningModes>;
  setMining(modes: Partial<MiningModes>): Promise<MiningModes>;
};

/** The calls that save the state of the network and return to it. */
export type States = {
  snapshot(name?: string): Promise<SnapshotInfo>;
  restore(id: string): Promise<void>;
  snapshots(): Promise<SnapshotInfo[]>;
  deleteSnapshot(id: string): Promise<void>;
  dumpState(): Promise<Uint8Array>;
  loadState(state: Uint8Array): Promise<void>;
};

/** The faucets. */
export type FaucetCalls = {
  btc(address: string, options?: FaucetOptions): Promise<FaucetPayment>;
  stx(address: string, options?: StxFaucetOptions): Promise<FaucetPayment>;
  sbtc(address: string, options?: FaucetOptions): Promise<FaucetPayment>;
};

/** What operations run on: the parts of a network in this process. */
export type Network = {
  mining: Mining;
  states: States;
  chaos: LocalChaos['chaos'];
  faucet: FaucetCalls;
  bitcoin: { waitForTx(txid: string, options?: WaitOptions & { confirmations?: number | undefined }): Promise<BitcoinTxReceipt> };
  stacks: {
    waitForTx(txid: string, options?: WaitOptions): Promise<StacksTxReceipt>;
    waitForAnchor(txid: string, options?: WaitOptions & { confirmations?: number | undefined }): Promise<AnchoredReceipt>;
    trace(txid: string): Promise<StacksTrace>;
    profile(txid: string): Promise<StacksProfile>;
  };
  /** Waits on the chain that has the transaction, or on the one that is asked for. */
  wait(txid: string, options: WaitAnywhere): Promise<BitcoinTxReceipt | StacksTxReceipt | AnchoredReceipt>;
  simulate(request: SimulationRequest): Promise<Simulation>;
  simulateSteps(request: object): Promise<StepsOutcome>;
  replay(txid: string): Promise<StacksReplay>;
  sbtc: LocalSbtc;
  state: StateCalls<StacksTxReceipt>;
  /** Returns the account of a name or a private key. @throws DevnetError INVALID_INPUT */
  accountOf(name: string | undefined, privateKey: string | undefined): Promise<SbtcWithdrawOptions['account']>;
  status(): Promise<DevnetStatus>;
  impersonation: Impersonation;
  balance(who: string): Promise<Balance>;
  listAccounts(): Promise<ListedAccount[]>;
  listedProject(): Answer<typeof projectAnswer>;
  nodes(): Promise<Answer<typeof nodesAnswer>>;
  copies: Copies;
  costs(): CostReport;
  writeCoverage(): Promise<CoverageSummary>;
  logs(): EngineLog[];
};

export type WaitAnywhere = WaitOptions & { chain?: 'bitcoin' | 'stacks' | undefined; confirmations?: number | undefined };

/** How names and values of contracts are understood. Both sides of a connection know it. */
export type Naming = { abis: AbiStore; names: ContractNames };
