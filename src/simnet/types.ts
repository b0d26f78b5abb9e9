import type { ClarityValue } from '@stacks/transactions';

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
  /** Not reported. */
  costs: null;
  /** Not reported. */
  performance: undefined;
};

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
 * Each method throws DevnetError: REJECTED for a transaction that failed at runtime or that the node refused, INVALID_INPUT for an unknown function or
 * sender.
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
  readonly deployer: string;
  /** Restores the network to its state before the first test; the parameters have no effect. */
  initSession(cwd?: string, manifestPath?: string): Promise<void>;
  /** Calls a public function by a transaction. */
  callPublicFn(contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult;
  /** Calls a read-only function at the tip. `sender` may be any principal. */
  callReadOnlyFn(contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult;
  /** Deploys a contract. `result` is `true`: nodes do not report the value of a contract's last expression. */
  deployContract(name: string, content: string, options: SimnetDeploy['options'], sender: string): SimnetResult;
  /** Sends micro-STX. `result` is what `stx-transfer?` returns. */
  transferSTX(amount: number | bigint, recipient: string, sender: string): SimnetResult;
  /** Sends transactions that are executed in this order: in one block on the embedded engine; in as many as the miner makes on real nodes. */
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
  /** Sends micro-STX of the STX faucet. */
  mintSTX(recipient: string, amount: bigint): string;
  /** The network has one epoch. @throws DevnetError UNSUPPORTED for another than the current one */
  setEpoch(epoch: string): void;
  /** Does nothing: the setting `coverage` reports by contract. */
  setCurrentTestName(name: string): void;
  /** Returns undefined: `stacks-devnet trace` has the calls. */
  getLastContractCallTrace(): undefined;
  /** Returns an empty report: see the setting `coverage`. */
  collectReport(): { coverage: string; costs: string };
  /** Ends the connection. The network keeps running. */
  close(): void;
};
