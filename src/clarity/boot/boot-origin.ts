import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../contract.js';
import type { AnyEpochName } from '../epoch.js';
import { BEFORE_ALL } from '../execution/chain-view.js';
import { deployContract } from '../execution/deploy.js';
import { Execution, type Rules } from '../execution/execution.js';
import { callContract } from '../execution/invoke.js';
import { readProgram } from '../execution/program.js';
import { type Account, emptyState, FIRST_INHERITED, NO_ACCOUNT, StateEditor, type StateOrigin, type StoredValue } from '../state/state.js';
import { UNLOCKS_NEVER } from '../state/unlock-heights.js';
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
  /** The Bitcoin height that it sees when it is deployed. @default 0 */
  readonly burnHeight?: number | undefined;
  /** What the node mints for it, in micro-STX: the chain credits it. @default 0n */
  readonly minted?: bigint | undefined;
  /** A function that the issuer calls once the contract is there, perhaps a private one. @default none */
  readonly setUp?: { readonly fn: string; readonly args: readonly Value[] } | undefined;
};

/** Boot contracts in the state in which a chain gets them. Each is deployed when something asks for it: a network needs few of them. */
export class BootOrigin implements StateOrigin {
  readonly contracts: readonly BootContract[];
  readonly #contracts: ReadonlyMap<string, BootContract>;
  readonly #rulesOf: (epoch: AnyEpochName) => Rules;
  readonly #state: StateEditor;
  /** What is being deployed: it is not there yet. */
  readonly #begun = new Set<string>();

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

  #deploy(id: PrincipalValue): Contract | undefined {
    const found = this.#contracts.get(id.id);
    if (found === undefined || this.#begun.has(id.id)) return undefined;
    this.#begun.add(id.id);
    const rules = this.#rulesOf(found.epoch);
    const chain = { ...BEFORE_ALL, burnHeight: found.burnHeight ?? 0 };
    const options = { rules, state: this.#state, chain, unlockHeights: UNLOCKS_NEVER, sender: issuerOf(id) };
    const x = new Execution(options);
    const contract = deployContract(x, readProgram(x, found));
    if (found.setUp !== undefined) callContract(new Execution(options), id, found.setUp.fn, found.setUp.args, { allowsPrivate: true });
    return contract;
  }
}

/** The origin of the boot contracts' own state: it deploys what is not there. */
class Deployer implements StateOrigin {
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
}
