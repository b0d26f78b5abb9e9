import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../contract.js';
import type { AnyEpochName, EpochName } from '../epoch.js';
import { BEFORE_ALL } from '../execution/chain-view.js';
import { deployContract } from '../execution/deploy.js';
import { Execution, type Rules } from '../execution/execution.js';
import { callContract } from '../execution/invoke.js';
import { readProgram } from '../execution/program.js';
import { dataOf } from '../state/changes.js';
import { FIRST_INHERITED, InheritedSlots } from '../state/inherited-slots.js';
import {
  type Account,
  type Change,
  emptyState,
  type InheritedState,
  NO_ACCOUNT,
  type State,
  StateEditor,
  type StoredValue,
} from '../state/state.js';
import { StxBalance } from '../state/stx-balance.js';
import { emptyTrie } from '../state/trie.js';
import { UNLOCKS_NEVER } from '../state/unlock-heights.js';
import { displayValue } from '../values/display.js';
import { issuerOf } from '../values/principal.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';

/** A contract that every chain has from some epoch on (`install_boot_code`, stackslib/src/chainstate/stacks/db/mod.rs). */
export type BootContract = {
  readonly id: PrincipalValue;
  readonly source: string;
  readonly version: ClarityVersion;
  /** Whose rules it is analysed by. */
  readonly epoch: AnyEpochName;
  /** Whether it is only there for the analysis of others: a network has one of its own. @default false */
  readonly isHidden?: boolean | undefined;
  /** The Bitcoin height that it sees when it is deployed and set up. @default 0 */
  readonly burnHeight?: number | undefined;
  /** How many bytes more than its own a call loads. @default 0 */
  readonly moreBytes?: number | undefined;
  /** What the node mints for it, in micro-STX: the chain credits it. @default 0n */
  readonly minted?: bigint | undefined;
  /** A function that the issuer calls once the contract is there, perhaps a private one. @default none */
  readonly setUp?: { readonly fn: string; readonly args: readonly Value[] } | undefined;
  /** Returns what was called before the chain begins, once the contract is set up. @default nothing */
  readonly calls?: (() => readonly BootCall[]) | undefined;
  /** A contract whose calls call this one: its deploy comes first. @default none */
  readonly after?: PrincipalValue | undefined;
};

/** A call that happened before the chain begins. Its answer must be no `(err …)`. */
export type BootCall = {
  readonly contract: PrincipalValue;
  /** Perhaps a private function. */
  readonly fn: string;
  readonly args: readonly Value[];
  readonly sender: PrincipalValue;
  /** The STX of the sender, in micro-STX. @default 0 */
  readonly balance?: bigint | undefined;
  readonly burnHeight: number;
  readonly epoch: EpochName;
};

/** Boot contracts in the state in which a chain gets them. Each is deployed when something asks for it: a network needs few of them. */
export class BootedState implements InheritedState {
  readonly contracts: readonly BootContract[];
  readonly slots = new InheritedSlots();
  readonly hasNoAccounts = true;
  readonly #contracts: ReadonlyMap<string, BootContract>;
  readonly #rulesOf: (epoch: AnyEpochName) => Rules;
  readonly #state: StateEditor;
  /** What is being deployed is not there yet: undefined. */
  readonly #begun = new Map<string, Contract | undefined>();

  /** @param contracts in any order */
  constructor(contracts: readonly BootContract[], rulesOf: (epoch: AnyEpochName) => Rules) {
    this.contracts = contracts;
    this.#contracts = new Map(contracts.map((contract) => [contract.id.id, contract]));
    this.#rulesOf = rulesOf;
    this.#state = new StateEditor(emptyState(new Deployer((id) => this.#deploy(id)), FIRST_INHERITED));
  }

  /** @throws Failure for a source that cannot be deployed */
  contract(id: PrincipalValue): Contract | undefined {
    return this.#contracts.get(id.id)?.isHidden === true ? undefined : this.#state.contract(id);
  }

  /** Returns a state that has all contracts, which it deploys. What accounts have is not part of it. @throws Failure */
  whole(): State {
    for (const { id } of this.contracts) this.contract(id);
    return { ...this.#state.snapshot(), accounts: emptyTrie() };
  }

  account(): Account {
    return NO_ACCOUNT;
  }

  variable(contract: Contract, variable: DataVariable): StoredValue | undefined {
    return this.#state.variable(contract, variable);
  }

  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined {
    return this.#state.mapEntry(contract, map, key);
  }

  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint {
    return this.#state.fungibleBalance(contract, token, owner);
  }

  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined {
    return this.#state.fungibleSupply(contract, token);
  }

  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined {
    return this.#state.nonFungibleOwner(contract, token, id);
  }

  dataOf(contract: Contract): Iterable<Change> | undefined {
    return dataOf(this.#state.snapshot(), contract);
  }

  #deploy(id: PrincipalValue): Contract | undefined {
    const found = this.#contracts.get(id.id);
    if (found === undefined) return undefined;
    if (found.after !== undefined && !this.#begun.has(found.after.id)) this.#state.contract(found.after);
    if (this.#begun.has(id.id)) return this.#begun.get(id.id);
    this.#begun.set(id.id, undefined);
    const { burnHeight = 0 } = found;
    const surroundings = { epoch: found.epoch, burnHeight, sender: issuerOf(id) };
    // This deploys the contracts that it calls.
    const program = readProgram(this.#execution(surroundings), found);
    const first = this.slots.first(id);
    const state = new StateEditor({ ...this.#state.snapshot(), nextSlot: first });
    const contract = deployContract(this.#execution(surroundings, state), program);
    contract.dataSize += found.moreBytes ?? 0;
    this.slots.reserve(id, state.newSlot(0) - first);
    this.#state.restore(state.snapshot());
    this.#begun.set(id.id, contract);
    if (found.setUp !== undefined) {
      callContract(this.#execution(surroundings), id, found.setUp.fn, found.setUp.args, { allowsPrivate: true });
    }
    for (const call of found.calls?.() ?? []) this.#call(call);
    return contract;
  }

  /** What an account has is not part of this state: each call finds its sender as if there were no other. */
  #call({ contract, fn, args, balance = 0n, ...at }: BootCall): void {
    this.#state.setAccount(at.sender, { balance: new StxBalance(balance), nonce: 0n });
    const answer = callContract(this.#execution(at), contract, fn, args, { allowsPrivate: true });
    if (answer.kind === 'response' && !answer.isOk) throw new RangeError(`${contract.text} ${fn}: ${displayValue(answer)}`);
  }

  #execution(
    { epoch, burnHeight, sender }: { epoch: AnyEpochName; burnHeight: number; sender: PrincipalValue },
    state = this.#state,
  ): Execution {
    const chain = { ...BEFORE_ALL, burnHeight };
    return new Execution({ rules: this.#rulesOf(epoch), state, chain, unlockHeights: UNLOCKS_NEVER, sender });
  }
}

/** What every state inherits of the boot contracts: it deploys what is not there. */
class Deployer implements InheritedState {
  readonly hasNoAccounts = true;
  readonly contract: (id: PrincipalValue) => Contract | undefined;

  constructor(contract: (id: PrincipalValue) => Contract | undefined) {
    this.contract = contract;
  }

  account(): Account {
    return NO_ACCOUNT;
  }

  variable(): undefined {}
  mapEntry(): undefined {}
  fungibleSupply(): undefined {}
  nonFungibleOwner(): undefined {}

  fungibleBalance(): bigint {
    return 0n;
  }

  dataOf(): [] {
    return [];
  }
}
