import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../contract.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { NO_STX, type StxBalance } from './stx-balance.js';
import { emptyTrie, getEntry, newOwner, type Owner, setEntry, type Trie } from './trie.js';
import { emptyVector, getItem, setItem, type Vector } from './vector.js';

/**
 * All that contracts and accounts have at one point of a chain. A state never changes: to hold it is a snapshot, and states share what is equal in them.
 */
export type State = {
  readonly contracts: Trie<Contract>;
  readonly accounts: Trie<Account>;
  /** Variables, maps and tokens, by their slots. */
  readonly slots: Vector<Slot>;
  /** The next free slot. */
  readonly nextSlot: number;
  /** What `stx-liquid-supply` gives, in micro-STX. */
  readonly liquidSupply: bigint;
  /** What this state continues: the state of another network. */
  readonly origin: StateOrigin | undefined;
};

export type Account = { readonly balance: StxBalance; readonly nonce: bigint };

/** A value of a variable or map, and the bytes that its serialization has, of a map's with the byte of `some`. A deleted entry is a stored `none`. */
export type StoredValue = { readonly value: Value; readonly size: number };

type Slot = StoredValue | Trie<StoredValue> | Trie<bigint> | Trie<{ readonly owner: PrincipalValue | undefined }> | bigint;

/**
 * The state of another network that a state continues. What is not set in the state itself is read from it. An implementation that must fetch something
 * first throws, and the execution is repeated later: executing changes no state.
 */
export interface StateOrigin {
  contract(id: PrincipalValue): Contract | undefined;
  account(principal: PrincipalValue): Account;
  variable(contract: Contract, variable: DataVariable): StoredValue | undefined;
  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined;
  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint;
  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined;
  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined;
}

export const NO_ACCOUNT: Account = { balance: NO_STX, nonce: 0n };

/** Returns a state without contracts and accounts. */
export function emptyState(origin?: StateOrigin): State {
  return { contracts: emptyTrie(), accounts: emptyTrie(), slots: emptyVector(), nextSlot: 0, liquidSupply: 0n, origin };
}

/** A state that an execution changes. {@link snapshot} gives what it is now, {@link restore} goes back to that; both take constant time. */
export class StateEditor {
  #contracts: Trie<Contract>;
  #accounts: Trie<Account>;
  #slots: Vector<Slot>;
  #nextSlot: number;
  #owner: Owner = newOwner();
  liquidSupply: bigint;
  readonly origin: StateOrigin | undefined;

  constructor(state: State) {
    this.#contracts = state.contracts;
    this.#accounts = state.accounts;
    this.#slots = state.slots;
    this.#nextSlot = state.nextSlot;
    this.liquidSupply = state.liquidSupply;
    this.origin = state.origin;
  }

  snapshot(): State {
    // Nodes that the snapshot refers to must not be changed any more.
    this.#owner = newOwner();
    const { liquidSupply, origin } = this;
    return { contracts: this.#contracts, accounts: this.#accounts, slots: this.#slots, nextSlot: this.#nextSlot, liquidSupply, origin };
  }

  restore(state: State): void {
    this.#owner = newOwner();
    this.#contracts = state.contracts;
    this.#accounts = state.accounts;
    this.#slots = state.slots;
    this.#nextSlot = state.nextSlot;
    this.liquidSupply = state.liquidSupply;
  }

  /** Reserves slots, one after the other, and returns the first. */
  newSlot(count = 1): number {
    const slot = this.#nextSlot;
    this.#nextSlot += count;
    return slot;
  }

  contract(id: PrincipalValue): Contract | undefined {
    return getEntry(this.#contracts, id) ?? this.origin?.contract(id);
  }

  addContract(contract: Contract): void {
    this.#contracts = setEntry(this.#contracts, this.#owner, contract.id, contract);
  }

  account(principal: PrincipalValue): Account {
    return getEntry(this.#accounts, principal) ?? this.origin?.account(principal) ?? NO_ACCOUNT;
  }

  setAccount(principal: PrincipalValue, account: Account): void {
    this.#accounts = setEntry(this.#accounts, this.#owner, principal, account);
  }

  variable(contract: Contract, variable: DataVariable): StoredValue | undefined {
    return (getItem(this.#slots, variable.slot) as StoredValue | undefined) ?? this.origin?.variable(contract, variable);
  }

  setVariable({ slot }: DataVariable, stored: StoredValue): void {
    this.#set(slot, stored);
  }

  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined {
    return this.#entry<StoredValue>(map.slot, key) ?? this.origin?.mapEntry(contract, map, key);
  }

  setMapEntry({ slot }: DataMap, key: Value, stored: StoredValue): void {
    this.#setEntry<StoredValue>(slot, key, stored);
  }

  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint {
    return this.#entry<bigint>(token.slot, owner) ?? this.origin?.fungibleBalance(contract, token, owner) ?? 0n;
  }

  setFungibleBalance({ slot }: FungibleToken, owner: PrincipalValue, amount: bigint): void {
    this.#setEntry<bigint>(slot, owner, amount);
  }

  /** Returns undefined before the contract was deployed. */
  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined {
    return (getItem(this.#slots, token.slot + 1) as bigint | undefined) ?? this.origin?.fungibleSupply(contract, token);
  }

  setFungibleSupply({ slot }: FungibleToken, amount: bigint): void {
    this.#set(slot + 1, amount);
  }

  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined {
    const trie = getItem(this.#slots, token.slot) as Trie<{ owner: PrincipalValue | undefined }> | undefined;
    const entry = trie && getEntry(trie, id);
    return entry === undefined ? this.origin?.nonFungibleOwner(contract, token, id) : entry.owner;
  }

  /** @param owner undefined for a burned token */
  setNonFungibleOwner({ slot }: NonFungibleToken, id: Value, owner: PrincipalValue | undefined): void {
    this.#setEntry<{ owner: PrincipalValue | undefined }>(slot, id, { owner });
  }

  #entry<T>(slot: number, key: Value): T | undefined {
    const trie = getItem(this.#slots, slot) as Trie<T> | undefined;
    return trie && getEntry(trie, key);
  }

  #setEntry<T>(slot: number, key: Value, value: T): void {
    const trie = (getItem(this.#slots, slot) as Trie<T> | undefined) ?? emptyTrie<T>();
    const next = setEntry(trie, this.#owner, key, value);
    if (next !== trie) this.#set(slot, next as Slot);
  }

  #set(slot: number, value: Slot): void {
    this.#slots = setItem(this.#slots, this.#owner, slot, value);
  }
}
