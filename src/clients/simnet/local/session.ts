import type { BootedState } from '../../../clarity/boot.js';
import type { Contract, UserFunction } from '../../../clarity/contract.js';
import { createRules } from '../../../clarity/create-rules.js';
import { ALL_EPOCH_NAMES, type AnyEpochName } from '../../../clarity/epoch.js';
import type { ContractEvent } from '../../../clarity/execution.js';
import { callContract, deployContract, Execution, type Rules, readProgram } from '../../../clarity/execution.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import { moveStx } from '../../../clarity/natives.js';
import { emptyState, type State, StateEditor, StxBalance, UNLOCKS_NEVER } from '../../../clarity/state.js';
import {
  contractPrincipal,
  displayValue,
  issuerOf,
  NONE,
  type PrincipalValue,
  parsePrincipal,
  TRUE,
  type Value,
} from '../../../clarity/values.js';
import { type ClarityVersion, defaultVersion } from '../../../clarity/version.js';
import type { ProjectBootContract } from '../../../project/clarinet.js';
import { nodeCrypto } from '../../../stacks/node.js';
import { MAX_UINT } from '../amount.js';
import { simnetState } from './boot.js';
import { debugFailure } from './errors.js';
import { Heights, type HeightsSnapshot } from './heights.js';
import { Ledger } from './ledger.js';
import { TestCoverage } from './test-coverage.js';

/** What a call, a deploy or a snippet gave. */
export type Executed = { value: Value; events: readonly ContractEvent[]; cost: ExecutionCost; memory: number };

/** Everything that tests change. It shares what it has in common with others, so that to keep one costs next to nothing. */
export type SessionSnapshot = {
  readonly state: State;
  readonly heights: HeightsSnapshot;
  readonly epoch: AnyEpochName;
  readonly ledger: Ledger;
  readonly deployed: ReadonlyMap<string, PrincipalValue>;
  readonly snippets: number;
};

export type SessionOptions = {
  deployer: string;
  bootContracts: readonly ProjectBootContract[];
  /** Whether to record coverage. */
  isCovered: boolean;
};

type Access = UserFunction['access'];

/** The chain id of test networks. */
const CHAIN_ID = 0x8000_0000;
/** The first epoch with Stacks blocks of their own. */
const NAKAMOTO = '3.0';
const FIRST_EPOCH = '2.05';
/** The epoch that clarinet-sdk 3.21 takes for an unknown one. */
const DEFAULT_EPOCH = '3.4';
const ACCESS_NAMES: Readonly<Record<Access, string>> = { public: 'public', private: 'private', 'read-only': 'read-only' };

/**
 * A simnet: the VM of the embedded network on a chain that mines a block for each call, as clarinet-sdk does. It runs in the thread of
 * the test.
 *
 * As in clarinet-sdk, all that fails throws text.
 */
export class LocalSession {
  deployer: string;
  readonly coverage: TestCoverage | undefined;
  readonly #booted: BootedState;
  readonly #rules = new Map<AnyEpochName, Rules>();
  readonly #heights = new Heights(Math.floor(Date.now() / 1000));
  #state: StateEditor;
  #epoch: AnyEpochName = FIRST_EPOCH;
  #ledger = new Ledger();
  #deployed = new Map<string, PrincipalValue>();
  #snippets = 0;

  constructor({ deployer, bootContracts, isCovered }: SessionOptions) {
    this.deployer = deployer;
    this.coverage = isCovered ? new TestCoverage() : undefined;
    this.#booted = simnetState(bootContracts, (epoch) => this.#rulesOf(epoch));
    this.#state = new StateEditor(emptyState(this.#booted));
  }

  get height(): number {
    return this.#heights.height;
  }

  get burnHeight(): number {
    return this.#heights.burnHeight;
  }

  /** The time of the current block, in seconds since 1970; before epoch 3.0 that of its Bitcoin block. */
  get time(): number {
    return this.#isNakamoto ? this.#heights.time : this.#heights.time - 10;
  }

  get epoch(): AnyEpochName {
    return this.#epoch;
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  /** The ids of all contracts: those of the start first. */
  get contracts(): readonly PrincipalValue[] {
    return [...this.#booted.contracts.filter(({ isHidden }) => isHidden !== true).map(({ id }) => id), ...this.#deployed.values()];
  }

  get #isNakamoto(): boolean {
    return ALL_EPOCH_NAMES.indexOf(this.#epoch) >= ALL_EPOCH_NAMES.indexOf(NAKAMOTO);
  }

  snapshot(): SessionSnapshot {
    return {
      state: this.#state.snapshot(),
      heights: this.#heights.snapshot(),
      epoch: this.#epoch,
      ledger: this.#ledger.copy(),
      deployed: new Map(this.#deployed),
      snippets: this.#snippets,
    };
  }

  restore({ state, heights, epoch, ledger, deployed, snippets }: SessionSnapshot): void {
    this.#state = new StateEditor(state);
    this.#heights.restore(heights);
    this.#epoch = epoch;
    this.#ledger = ledger.copy();
    this.#deployed = new Map(deployed);
    this.#snippets = snippets;
  }

  /** Goes to another epoch; from 3.0 on with a new Bitcoin block. clarinet-sdk takes unknown ones for its default. */
  setEpoch(name: string): void {
    if (name === this.#epoch) return;
    const known = ALL_EPOCH_NAMES.find((epoch) => epoch === name);
    this.#epoch = known ?? DEFAULT_EPOCH;
    if (this.#isNakamoto) this.mineBurn();
  }

  mineBurn(): void {
    this.#heights.mineBurn(this.#state.snapshot());
  }

  /** @param instead what is called in earlier epochs */
  mineStacks(instead = 'mineEmptyBurnBlocks'): void {
    if (!this.#isNakamoto) throw `use ${instead} in epoch lower than 3.0`;
    this.#heights.mineStacks(this.#state.snapshot());
  }

  /** Mines the block of a transaction. */
  mine(): void {
    if (this.#isNakamoto) this.mineStacks();
    else this.mineBurn();
  }

  /** Returns the contract of a name or id. */
  contract(name: string): Contract | undefined {
    const id = this.idOf(name);
    return id === undefined ? undefined : this.#state.contract(id);
  }

  /** A name is that of a contract of the deployer. */
  idOf(name: string): PrincipalValue | undefined {
    try {
      const id = parsePrincipal(name.includes('.') ? name : `${this.deployer}.${name}`);
      return id.name === undefined ? undefined : id;
    } catch {
      return undefined;
    }
  }

  /** Throws if a function exists with another access. */
  requireAccess(contract: string, method: string, access: Access): void {
    const found = this.contract(contract)?.functions.get(method);
    if (found !== undefined && found.access !== access) throw `${method} is not a ${ACCESS_NAMES[access]} function`;
  }

  /** Calls a function in the current block. */
  call(name: string, method: string, args: readonly Value[], sender: string): Executed {
    const from = this.senderOf(sender);
    const shown = `${name}::${method}(${args.map(displayValue).join(', ')})`;
    const id = this.idOf(name);
    const contract = id && this.#state.contract(id);
    const text = id?.text ?? name;
    if (id === undefined || contract === undefined) throw `Call contract function error: ${shown} -> Contract '${text}' does not exist`;
    if (!contract.functions.has(method)) {
      throw `Call contract function error: ${shown} -> Method '${method}' does not exist on contract '${text}'`;
    }
    return this.#run(
      from,
      (x) => callContract(x, id, method, args, { allowsPrivate: contract.functions.get(method)?.access === 'private' }),
      (failure) => {
        const reason = `Error calling contract function '${method}': Runtime error while interpreting ${text}: ${failure}`;
        return `Call contract function error: ${shown} -> ${reason}`;
      },
    );
  }

  /** Deploys a contract in the current block. @returns the value of the last expression; `true` without one */
  deploy(name: string, source: string, version: number | undefined, sender: string): Executed {
    const id = contractPrincipal(this.senderOf(sender), name);
    const wrong = `Contract deployment runtime error: ${id.text} -> `;
    const newest = defaultVersion(this.#rulesOf(this.#epoch).epoch);
    if (version !== undefined && version > newest) throw `${wrong}Clarity ${version} can not be used with ${this.#epoch}`;
    const executed = this.#deploy(id, source, version ?? newest, TRUE, (failure) => wrong + failure);
    this.#deployed.set(id.text, id);
    return executed;
  }

  /** Evaluates expressions as the deployer, in a contract of their own. @returns the value of the last one; `none` without one */
  execute(snippet: string): Executed {
    const id = contractPrincipal(this.senderOf(this.deployer), `contract-${this.#snippets++}`);
    return this.#deploy(id, snippet, defaultVersion(this.#rulesOf(this.#epoch).epoch), NONE, (failure) => `error: ${failure}`);
  }

  transfer(amount: bigint, recipient: string, sender: string): Executed {
    const from = this.senderOf(sender);
    const to = recipientOf(recipient);
    return this.#run(
      from,
      (x) => moveStx(x, from, to, amount, new Uint8Array()),
      (failure) => failure,
    );
  }

  /** Throws if one of them is no address. */
  requireAddresses(sender: string, recipient: string): void {
    recipientOf(recipient);
    this.senderOf(sender);
  }

  /** Adds STX without a transaction. @returns the new balance */
  mintStx(recipient: string, amount: bigint): bigint {
    const principal = recipientOf(recipient);
    const account = this.#state.account(principal);
    const { unlocked, lock } = account.balance;
    if (this.#state.liquidSupply + amount > MAX_UINT) throw `cannot mint ${amount} µSTX: there would be more than ${MAX_UINT}`;
    this.#state.setAccount(principal, { ...account, balance: new StxBalance(unlocked + amount, lock) });
    this.#state.liquidSupply += amount;
    this.#ledger.add('STX', principal.text, amount);
    return unlocked + amount;
  }

  /** Adds fungible tokens without a transaction. @param asset `ST….contract.token` @returns the name of the token and the new balance */
  mintToken(asset: string, recipient: string, amount: bigint): { token: string; balance: bigint } {
    const token = asset.slice(asset.lastIndexOf('.') + 1);
    const contract = this.contract(asset.slice(0, Math.max(0, asset.lastIndexOf('.'))));
    const found = contract?.fungibleTokens.get(token);
    if (contract === undefined || found === undefined) throw `failed to load_ft for ${asset}: no such token`;
    const principal = recipientOf(recipient);
    const state = this.#state;
    const supply = (state.fungibleSupply(contract, found) ?? 0n) + amount;
    const most = found.cap ?? MAX_UINT;
    if (supply > most) {
      throw `failed to increase token supply for ${asset}: Runtime(SupplyOverflow(${supply}, ${most}), None)`;
    }
    const balance = state.fungibleBalance(contract, found, principal) + amount;
    state.setFungibleSupply(found, supply);
    state.setFungibleBalance(found, principal, balance);
    this.#ledger.add(found.asset, principal.text, amount);
    return { token, balance };
  }

  /** Returns a data variable, or an entry of a map. */
  dataVar(name: string, variable: string): Value {
    const contract = this.contract(name);
    const found = contract?.variables.get(variable);
    const stored = contract && found && this.#state.variable(contract, found);
    if (stored === undefined) throw 'value not found';
    return stored.value;
  }

  mapEntry(name: string, map: string, key: Value): Value {
    const contract = this.contract(name);
    const found = contract?.maps.get(map);
    const stored = contract && found && this.#state.mapEntry(contract, found, key);
    if (stored === undefined) throw 'value not found';
    return stored.value;
  }

  /** @returns the principal of a sender, which must be the address of an account */
  senderOf(sender: string): PrincipalValue {
    try {
      const principal = parsePrincipal(sender);
      if (principal.name === undefined) return principal;
    } catch {
      // The same message as for a contract.
    }
    throw `Invalid sender address '${sender}'.`;
  }

  #deploy(
    id: PrincipalValue,
    source: string,
    version: ClarityVersion | number,
    first: Value,
    describe: (failure: string) => string,
  ): Executed {
    let last = first;
    const onValue = (value: Value) => {
      last = value;
    };
    let isAnalysed = false;
    const deploy = (x: Execution): Value => {
      const program = readProgram(x, { id, source, version: version as ClarityVersion });
      isAnalysed = true;
      const contract = deployContract(x, program, { onValue });
      this.coverage?.deployed(contract);
      return last;
    };
    return this.#run(issuerOf(id), deploy, (failure) =>
      describe(isAnalysed ? `Runtime Error: Runtime error while interpreting ${id.text}: ${failure}` : failure),
    );
  }

  #run(sender: PrincipalValue, run: (x: Execution) => Value, describe: (failure: string) => string): Executed {
    const rules = this.#rulesOf(this.#epoch);
    const x = new Execution({ rules, state: this.#state, chain: this.#heights.view(), unlockHeights: UNLOCKS_NEVER, sender });
    const before = this.#state.snapshot();
    let value: Value;
    try {
      value = this.coverage === undefined ? run(x) : this.coverage.record(() => run(x));
    } catch (error) {
      this.#state.restore(before);
      throw describe(debugFailure(error, x));
    }
    this.#ledger.see(x.events);
    const { runtime, readCount, readLength, writeCount, writeLength } = x.total();
    return { value, events: x.events, cost: { runtime, readCount, readLength, writeCount, writeLength }, memory: x.memory };
  }

  /** Returns the same object each time: compiled code belongs to it. */
  #rulesOf(epoch: AnyEpochName): Rules {
    const name = ALL_EPOCH_NAMES.includes(epoch) ? epoch : FIRST_EPOCH;
    const known =
      this.#rules.get(name) ?? createRules({ isMainnet: false, chainId: CHAIN_ID, crypto: nodeCrypto }, name, this.coverage?.instrument);
    this.#rules.set(name, known);
    return known;
  }
}

/** @returns the principal of a recipient, which may be a contract */
function recipientOf(recipient: string): PrincipalValue {
  try {
    return parsePrincipal(recipient);
  } catch {
    throw `Invalid recipient address '${recipient}'.`;
  }
}
