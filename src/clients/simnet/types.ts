import type { ClarityValue } from '../../clarity/stacks-js.js';

/** An event, as the simnet of `@stacks/clarinet-sdk` reports it. */
export type SimnetEvent = {
  /** For example `print_event` or `stx_transfer_event`. */
  event: string;
  /** As a node sends it to its observers. `value` is the decoded `raw_value` of a print or of a non-fungible token. */
  data: { raw_value?: string; value?: ClarityValue; [key: string]: unknown };
};

/** What a transaction or a read-only call returned. */
export type SimnetResult = {
  result: ClarityValue;
  /** None if the transaction was rolled back, and none of a read-only call. */
  events: SimnetEvent[];
  /** `null` on a network, and without `trackCosts`. */
  costs: ClarityCosts | null;
  /** Not reported: `stacks-devnet profile` has costs by line. */
  performance: string | undefined;
};

/** The five costs of a call. Lengths are bytes. */
export type SimnetCost = { writeLength: number; writeCount: number; readLength: number; readCount: number; runtime: number };
/** What a call cost, and what a block may cost. Memory is bytes. */
export type ClarityCosts = { total: SimnetCost; limit: SimnetCost; memory: number; memory_limit: number };

/** A contract, a function, its arguments and the address of the sender. */
export type SimnetCall = { contract: string; method: string; args: ClarityValue[]; sender: string };
/** `options.clarityVersion`: @default the newest of the epoch */
export type SimnetDeploy = { name: string; content: string; options: { clarityVersion?: number } | null; sender: string };
/** `amount` in micro-STX. */
export type SimnetTransfer = { amount: number | bigint; recipient: string; sender: string };
/** A transaction of `mineBlock`, as `tx` of `@stacks/clarinet-sdk` makes it. */
export type SimnetTx = {
  callPublicFn?: SimnetCall | undefined;
  deployContract?: SimnetDeploy | undefined;
  transferSTX?: SimnetTransfer | undefined;
  callPrivateFn?: SimnetCall | undefined;
};

/**
 * The synchronous interface of clarinet-sdk's simnet, over a network. A contract is the name of one of the project or of the account
 * `deployer`, or an id such as `ST….counter`. A sender is the address of an account of the network.
 *
 * Each method throws DevnetError: REJECTED for a transaction that failed at runtime or that the node refused, INVALID_INPUT for an unknown
 * function or sender.
 */
export type Simnet = {
  /** The height of the last Stacks block. */
  readonly blockHeight: number;
  /** The same as `blockHeight`. */
  readonly stacksBlockHeight: number;
  /** The height of the last Bitcoin block. */
  readonly burnBlockHeight: number;
  /** For example `3.4`. */
  readonly currentEpoch: string;
  /** The address of the account `deployer`. */
  deployer: string;
  /** Restores the state before the first test. On a network the parameters have no effect. */
  initSession(cwd?: string, manifestPath?: string, apiUrl?: string | null): Promise<void>;
  /** Begins without a project, with accounts that have no STX. Not on a network, whose project is in the genesis. */
  initEmptySession(remoteData?: unknown): Promise<void>;
  /** Calls a private function. Not on a network, where no transaction can. */
  callPrivateFn(contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult;
  /**
   * Evaluates expressions as the deployer. On a network it is a deploy, in a block of its own. @returns the value of the last expression;
   * `none` of a definition
   */
  execute(snippet: string): SimnetResult;
  /** As `execute`. @returns the serialized value, or `error:` and a message */
  runSnippet(snippet: string): string;
  /** Runs a command of Clarinet's console such as `::get_epoch`. @throws DevnetError UNSUPPORTED for commands of the console itself */
  executeCommand(command: string): string;
  /** Calls a public function by a transaction. */
  callPublicFn(contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult;
  /** Calls a read-only function at the tip. `sender` may be any principal. */
  callReadOnlyFn(contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult;
  /** Deploys a contract. `result` is `true`: nodes do not report the value of a contract's last expression. */
  deployContract(name: string, content: string, options: SimnetDeploy['options'], sender: string): SimnetResult;
  /** Sends micro-STX. `result` is what `stx-transfer?` returns. */
  transferSTX(amount: number | bigint, recipient: string, sender: string): SimnetResult;
  /**
   * Sends transactions that are executed in this order: in one block on the embedded engine; in as many as the miner makes on real nodes.
   */
  mineBlock(txs: SimnetTx[]): SimnetResult[];
  /** Mines a Bitcoin block and the Stacks block of its tenure. @returns the Bitcoin height */
  mineEmptyBlock(): number;
  /** @param count @default 1 */
  mineEmptyBlocks(count?: number | null): number;
  mineEmptyBurnBlock(): number;
  mineEmptyBurnBlocks(count?: number | null): number;
  /** Mines Stacks blocks in the tenure. @returns the Stacks height */
  mineEmptyStacksBlock(): number;
  mineEmptyStacksBlocks(count?: number | null): number;
  /** Returns a data variable. */
  getDataVar(contract: string, dataVar: string): ClarityValue;
  /** Returns an entry of a map; `none` without one. */
  getMapEntry(contract: string, mapName: string, mapKey: ClarityValue): ClarityValue;
  /** Returns the addresses of accounts by name. */
  getAccounts(): Map<string, string>;
  /** Returns what each principal holds, by `STX` and by tokens such as `.counter.points`; of a non-fungible token, how many. */
  getAssetsMap(): Map<string, Map<string, bigint>>;
  /** Returns the source of a contract; undefined without it. */
  getContractSource(contract: string): string | undefined;
  /** Returns the interfaces of the project's contracts and of those deployed since, by id, as `/v2/contracts/interface` has them. */
  getContractsInterfaces(): Map<string, object>;
  /** Returns the syntax tree of a contract. */
  getContractAST(contract: string): object;
  /** Returns the time of the current block, in seconds since 1970. */
  getBlockTime(): bigint;
  /** Returns for example `Clarity 3`. */
  getDefaultClarityVersionForCurrentEpoch(): string;
  /** Adds micro-STX; on a network a payment of the STX faucet. */
  mintSTX(recipient: string, amount: number | bigint): string;
  /** Adds fungible tokens. On a network only of the embedded engine: others throw UNSUPPORTED. @param token `ST….contract.token` */
  mintFT(token: string, recipient: string, amount: number | bigint): string;
  /** Goes to an epoch. @throws DevnetError UNSUPPORTED on a network for another than the current one */
  setEpoch(epoch: string): void;
  /** Names the test in the report of costs. */
  setCurrentTestName(name: string): void;
  /** Does nothing: all accounts are local. */
  setLocalAccounts(addresses: string[]): void;
  /** Does nothing: `stacks-devnet profile` has costs by line. */
  enablePerformance(costField: string): void;
  /** Forgets deployed projects, so that `initSession` reads their files again. */
  clearCache(): void;
  /** Does nothing: the order of deployment follows from the sources. */
  generateDeploymentPlan(cwd: string, manifestPath: string): Promise<void>;
  /** Returns undefined: `stacks-devnet trace` has the calls. */
  getLastContractCallTrace(): undefined;
  /**
   * Returns the coverage of the project's contracts as LCOV, and the costs of calls; empty on a network, which has the setting `coverage`.
   */
  collectReport(includeBootContracts?: boolean, bootContractsPath?: string): { coverage: string; costs: string };
  /** Ends the connection to a network, which keeps running. */
  close(): void;
};
