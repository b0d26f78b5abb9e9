import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../../../../clarity/contract.js';
import type { BlockInfo, BurnBlockInfo, ChainView } from '../../../../clarity/execution.js';
import {
  type Account,
  type Change,
  emptyState,
  emptyTrie,
  getEntry,
  type InheritedState,
  newOwner,
  type State,
  StateEditor,
  type StoredValue,
  setEntry,
  type Trie,
} from '../../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import type { StateHandle, StateServer } from './state-server.js';

/** Asks the main thread, and waits for the answer. */
export type Ask = <M extends keyof StateServer>(method: M, ...args: Parameters<StateServer[M]>) => ReturnType<StateServer[M]>;

/** A state and its chain, as the thread has them: the state continues that of the main thread. */
export type RemoteView = { readonly state: State; readonly chain: ChainView };

/** @param isAhead whether to ask for all of a contract, and for all accounts, at once */
export function remoteView(handle: StateHandle, ask: Ask, isAhead: boolean): RemoteView {
  const { firstSlot, liquidSupply } = handle;
  const base = isAhead ? new StateAhead(handle.number, ask) : new RemoteState(handle.number, ask);
  const state = { ...emptyState(base, firstSlot), liquidSupply };
  return { state, chain: new RemoteChain(handle, ask, isAhead) };
}

type Entry = { readonly value: unknown };

/** A state of the main thread. It asks for each entry once. */
class RemoteState implements InheritedState {
  readonly #handle: number;
  readonly #ask: Ask;
  readonly #contracts = new Map<string, Contract | undefined>();
  readonly #accounts = new Map<string, Account>();
  readonly #slots = new Map<number, Entry>();
  /** Entries of maps and tokens, by slot and key. */
  readonly #entries = new Map<number, Trie<Entry>>();
  readonly #owner = newOwner();

  constructor(handle: number, ask: Ask) {
    this.#handle = handle;
    this.#ask = ask;
  }

  contract(id: PrincipalValue): Contract | undefined {
    if (!this.#contracts.has(id.id)) this.#contracts.set(id.id, this.#ask('contract', this.#handle, id));
    return this.#contracts.get(id.id);
  }

  account(principal: PrincipalValue): Account {
    const known = this.#accounts.get(principal.id) ?? this.#ask('account', this.#handle, principal);
    this.#accounts.set(principal.id, known);
    return known;
  }

  variable(contract: Contract, { slot, name }: DataVariable): StoredValue | undefined {
    return this.#slot(slot, () => this.#ask('variable', this.#handle, contract, name));
  }

  mapEntry(contract: Contract, { slot, name }: DataMap, key: Value): StoredValue | undefined {
    return this.#entry(slot, key, () => this.#ask('mapEntry', this.#handle, contract, name, key));
  }

  fungibleBalance(contract: Contract, { slot, name }: FungibleToken, owner: PrincipalValue): bigint {
    return this.#entry(slot, owner, () => this.#ask('fungibleBalance', this.#handle, contract, name, owner));
  }

  fungibleSupply(contract: Contract, { slot, name }: FungibleToken): bigint | undefined {
    return this.#slot(slot + 1, () => this.#ask('fungibleSupply', this.#handle, contract, name));
  }

  nonFungibleOwner(contract: Contract, { slot, name }: NonFungibleToken, id: Value): PrincipalValue | undefined {
    return this.#entry(slot, id, () => this.#ask('nonFungibleOwner', this.#handle, contract, name, id));
  }

  #slot<T>(slot: number, ask: () => T): T {
    const known = this.#slots.get(slot) ?? { value: ask() };
    this.#slots.set(slot, known);
    return known.value as T;
  }

  #entry<T>(slot: number, key: Value, ask: () => T): T {
    const entries = this.#entries.get(slot) ?? emptyTrie<Entry>();
    const known = getEntry(entries, key);
    if (known !== undefined) return known.value as T;
    const value = ask();
    this.#entries.set(slot, setEntry(entries, this.#owner, key, { value }));
    return value;
  }
}

/** A state of the main thread, for a thread to which each question is dear. It has all that the contracts store that it asked for. */
class StateAhead implements InheritedState {
  readonly #handle: number;
  readonly #ask: Ask;
  /** What is asked for one by one, because there is much of it. */
  readonly #remote: RemoteState;
  readonly #contracts = new Map<string, Contract | undefined>();
  readonly #known = new StateEditor(emptyState());
  readonly #whole = new Set<Contract>();
  #hasAccounts: boolean | undefined;

  constructor(handle: number, ask: Ask) {
    this.#handle = handle;
    this.#ask = ask;
    this.#remote = new RemoteState(handle, ask);
  }

  contract(id: PrincipalValue): Contract | undefined {
    if (!this.#contracts.has(id.id)) {
      const found = this.#ask('contractWithData', this.#handle, id);
      this.#contracts.set(id.id, found?.contract);
      if (found?.data !== undefined) {
        this.#apply(found.data);
        this.#whole.add(found.contract);
      }
    }
    return this.#contracts.get(id.id);
  }

  account(principal: PrincipalValue): Account {
    if (this.#hasAccounts === undefined) {
      const accounts = this.#ask('accounts', this.#handle);
      this.#hasAccounts = accounts !== undefined;
      this.#apply(accounts ?? []);
    }
    return (this.#hasAccounts ? this.#known : this.#remote).account(principal);
  }

  variable(contract: Contract, variable: DataVariable): StoredValue | undefined {
    return this.#of(contract).variable(contract, variable);
  }

  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined {
    return this.#of(contract).mapEntry(contract, map, key);
  }

  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint {
    return this.#of(contract).fungibleBalance(contract, token, owner);
  }

  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined {
    return this.#of(contract).fungibleSupply(contract, token);
  }

  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined {
    return this.#of(contract).nonFungibleOwner(contract, token, id);
  }

  #of(contract: Contract): StateEditor | RemoteState {
    return this.#whole.has(contract) ? this.#known : this.#remote;
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) this.#known.apply(change);
  }
}

class RemoteChain implements ChainView {
  readonly height: number;
  readonly tenureHeight: number;
  readonly burnHeight: number;
  readonly time: number | undefined;
  readonly #handle: number;
  readonly #ask: Ask;
  readonly #isAhead: boolean;

  constructor({ number, height, tenureHeight, burnHeight, time }: StateHandle, ask: Ask, isAhead: boolean) {
    this.height = height;
    this.tenureHeight = tenureHeight;
    this.burnHeight = burnHeight;
    this.time = time;
    this.#handle = number;
    this.#ask = ask;
    this.#isAhead = isAhead;
  }

  block(height: number): BlockInfo | undefined {
    return this.#ask('block', this.#handle, height);
  }

  heightOfTenure(tenureHeight: number): number | undefined {
    return this.#ask('heightOfTenure', this.#handle, tenureHeight);
  }

  burnBlock(height: number): BurnBlockInfo | undefined {
    return this.#ask('burnBlock', this.#handle, height);
  }

  at(hash: Uint8Array): RemoteView | undefined {
    const past = this.#ask('at', this.#handle, hash);
    return past && remoteView(past, this.#ask, this.#isAhead);
  }
}
