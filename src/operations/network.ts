import type { BitcoinTxReceipt } from '../chains/bitcoin/receipt.js';
import type { AnchoredReceipt, StacksTxReceipt } from '../chains/stacks/receipt/receipt.js';
import type { Simulation, SimulationRequest } from '../chains/stacks/trace/simulation.js';
import type { StepsOutcome } from '../chains/stacks/trace/simulation-steps.js';
import type { Answer } from '../devnet/answers/schema.js';
import type { nodesAnswer, projectAnswer } from '../devnet/answers/status.js';
import type { Balance } from '../devnet/balance.js';
import type { LocalChaos } from '../devnet/chaos/chaos.js';
import type { AbiStore } from '../devnet/contract/abi-store.js';
import type { ContractNames } from '../devnet/contract/resolve.js';
import type { CostReport } from '../devnet/costs/types.js';
import type { Impersonation } from '../devnet/impersonation.js';
import type { ListedAccount } from '../devnet/list-accounts.js';
import type { Faucets } from '../devnet/local/faucets.js';
import type { Mining } from '../devnet/local/mining.js';
import type { States } from '../devnet/local/states.js';
import type { SbtcDevnet, SbtcWithdrawOptions } from '../devnet/sbtc/types.js';
import type { Copies, CoverageSummary, DevnetStatus, StacksProfile, StacksReplay, StacksTrace } from '../devnet/types.js';
import type { WaitOptions } from '../wait.js';

/** What operations run on: the parts of a network in this process. */
export type Network = {
  mining: Mining;
  states: States;
  chaos: LocalChaos['chaos'];
  faucet: Faucets['faucet'];
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
  sbtc: SbtcDevnet;
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
};

export type WaitAnywhere = WaitOptions & { chain?: 'bitcoin' | 'stacks' | undefined; confirmations?: number | undefined };

/** How names and values of contracts are understood. Both sides of a connection know it. */
export type Naming = { abis: AbiStore; names: ContractNames };
