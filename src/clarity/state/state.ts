import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../contract.js';
import { optionalType } from '../types/construct.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { FIRST_INHERITED, type InheritedSlots } from './inherited-slots.js';
import { SerializedValue } from './serialized-value.js';
import { StoredContract } from './stored-contract.js';
import { NO_STX, type StxBalance } from './stx-balance.js';
import { emptyTrie, getEntry, newOwner, type Owner, setEntry, type Trie } from './trie.js';
import { emptyVector, getItem, setItem, type Vector } from './vector.js';

/**
 * All that contracts and accounts have at one point of a chain (what `ClarityDatabase` reads and writes,
 * clarity/src/vm/database/clarity_db.rs). A state never changes: to hold it is a snapshot, and states share what is equal in them.
 */
export type State = {
  readonly contracts: Trie<Contract | StoredContract>;
  readonly accounts: Trie<Account>;
  /** Variables, maps and tokens of contracts that were deployed in this state, by their slots. */
  readonly slots: Vector<Slot>;
  /** The same of inherited contracts, whose slots count from {@link FIRST_INHERITED}. */
  readonly inherited: Vector<Slot>;
  /** Slots below it are inherited. */
  readonly firstSlot: number;
  /** The next free slot. */
  readonly nextSlot: number;
  /** What `stx-liquid-supply` gives, in micro-STX. */
  readonly liquidSupply: bigint;
  /** What this state continues: the state of another network. */
  readonly base: InheritedState | undefined;
};

export type Account = { readonly balance: StxBalance; readonly nonce: bigint };

/**
 * A value of a variable or map, and the bytes that its serialization has, of a map's with the byte of `some`. A deleted entry is a
 * stored `none`.
 */
export type StoredValue = {
  readonly value: Value;
  readonly size: number;
  /** The type of a tuple that was stored with more fields, for messages. Before epoch 2.4 such a value cannot be read. */
  readonly surplus?: string | undefined;
};

/** Of a token that was burned, the owner is undefined. */
export type Ownership = { readonly owner: PrincipalValue | undefined };

/** A variable, a map, the balances of a fungible token, the owners of non-fungible tokens, or the supply of a fungible token. */
export type Slot = StoredValue | SerializedValue | Trie<StoredValue | SerializedValue> | Trie<bigint> | Trie<Ownership> | bigint;

/** One thing in which a state differs from what it inherited. */
export type Change =
  | { readonly type: 'contract'; readonly contract: Contract }
  | { readonly type: 'account'; readonly principal: PrincipalValue; readonly account: Account }
  /** A variable, or the supply of a token. */
  | { readonly type: 'slot'; readonly slot: number; readonly value: StoredValue | bigint }
  /** An entry of a map, a balance of a token, or the owner of one. */
  | { readonly type: 'entry'; readonly slot: number; readonly key: Value; readonly value: StoredValue | bigint | Ownership }
  | { readonly type: 'totals'; readonly nextSlot: number; readonly liquidSupply: bigint };

/**
 * The state of another network that a state continues. What is not set in the state itself is read from it. An implementation that must
 * fetch something first throws, and the execution is repeated later: executing changes no state.
 */
export interface InheritedState {
  contract(id: PrincipalValue): Contract | undefined;
  account(principal: PrincipalValue): Account;
  variable(contract: Contract, variable: DataVariable): StoredValue | undefined;
  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined;
  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint;
  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined;
  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined;
  /** The slots of its contracts. Absent if no state that continues it is stored. */
  readonly slots?: InheritedSlots | undefined;
  /** Whether no account has anything. */
  readonly hasNoAccounts?: boolean | undefined;
  /** Lists what a contract stores. Absent if that cannot be known. */
  dataOf?(contract: Contract): Iterable<Change> | undefined;
}

export const NO_ACCOUNT: Account = { balance: NO_STX, nonce: 0n };

/** Returns a state without contracts and accounts. @param firstSlot @default 0 */
export function emptyState(base?: InheritedState, firstSlot = 0): State {
  const slots = { slots: emptyVector<Slot>(), inherited: emptyVector<Slot>(), firstSlot, nextSlot: firstSlot };
  return { contracts: emptyTrie(), accounts: emptyTrie(), ...slots, liquidSupply: 0n, base };
}

/** A state that an execution changes. {@link snapshot} gives what it is now, {@link restore} goes back to that; both take constant time. */
export class StateEditor {
  #contracts: State['contracts'];
  #accounts: Trie<Account>;
  #slots: Vector<Slot>;
  #inherited: Vector<Slot>;
  readonly #firstSlot: number;
  #nextSlot: number;
  #owner: Owner = newOwner();
  liquidSupply: bigint;
  readonly base: InheritedState | undefined;

  constructor(state: State) {
    this.#contracts = state.contracts;
    this.#accounts = state.accounts;
    this.#slots = state.slots;
    this.#inherited = state.inherited;
    this.#firstSlot = state.firstSlot;
    this.#nextSlot = state.nextSlot;
    this.liquidSupply = state.liquidSupply;
    this.base = state.base;
  }

  snapshot(): State {
    // Nodes that the snapshot refers to must not be changed any more.
    this.#owner = newOwner();
    const { liquidSupply, base } = this;
    const slots = { slots: this.#slots, inherited: this.#inherited, firstSlot: this.#firstSlot, nextSlot: this.#nextSlot };
    return { contracts: this.#contracts, accounts: this.#accounts, ...slots, liquidSupply, base };
  }

  restore(state: State): void {
    this.#owner = newOwner();
    this.#contracts = state.contracts;
    this.#accounts = state.accounts;
    this.#slots = state.slots;
    this.#inherited = state.inherited;
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
    const found = getEntry(this.#contracts, id);
    if (found === undefined) return this.base?.contract(id);
    return found instanceof StoredContract ? found.contract : found;
  }

  addContract(contract: Contract): void {
    this.#contracts = setEntry(this.#contracts, this.#owner, contract.id, contract);
  }

  account(principal: PrincipalValue): Account {
    return getEntry(this.#accounts, principal) ?? this.base?.account(principal) ?? NO_ACCOUNT;
  }

  setAccount(principal: PrincipalValue, account: Account): void {
    this.#accounts = setEntry(this.#accounts, this.#owner, principal, account);
  }

  variable(contract: Contract, variable: DataVariable): StoredValue | undefined {
    const found = this.#get(variable.slot) as StoredValue | SerializedValue | undefined;
    if (found instanceof SerializedValue) return found.as(variable.type);
    return found ?? this.#baseOf(variable)?.variable(contract, variable);
  }

  setVariable({ slot }: DataVariable, stored: StoredValue): void {
    this.#set(slot, stored);
  }

  mapEntry(contract: Contract, map: DataMap, key: Value): StoredValue | undefined {
    const found = this.#entry<StoredValue | SerializedValue>(map.slot, key);
    if (found instanceof SerializedValue) return found.as(optionalType(map.valueType));
    return found ?? this.#baseOf(map)?.mapEntry(contract, map, key);
  }

  setMapEntry({ slot }: DataMap, key: Value, stored: StoredValue): void {
    this.#setEntry<StoredValue>(slot, key, stored);
  }

  fungibleBalance(contract: Contract, token: FungibleToken, owner: PrincipalValue): bigint {
    return this.#entry<bigint>(token.slot, owner) ?? this.#baseOf(token)?.fungibleBalance(contract, token, owner) ?? 0n;
  }

  setFungibleBalance({ slot }: FungibleToken, owner: PrincipalValue, amount: bigint): void {
    this.#setEntry<bigint>(slot, owner, amount);
  }

  /** Returns undefined before the contract was deployed. */
  fungibleSupply(contract: Contract, token: FungibleToken): bigint | undefined {
    return (this.#get(token.slot + 1) as bigint | undefined) ?? this.#baseOf(token)?.fungibleSupply(contract, token);
  }

  setFungibleSupply({ slot }: FungibleToken, amount: bigint): void {
    this.#set(slot + 1, amount);
  }

  nonFungibleOwner(contract: Contract, token: NonFungibleToken, id: Value): PrincipalValue | undefined {
    const trie = this.#get(token.slot) as Trie<Ownership> | undefined;
    const entry = trie && getEntry(trie, id);
    return entry === undefined ? this.#baseOf(token)?.nonFungibleOwner(contract, token, id) : entry.owner;
  }

  /** @param owner undefined for a burned token */
  setNonFungibleOwner({ slot }: NonFungibleToken, id: Value, owner: PrincipalValue | undefined): void {
    this.#setEntry<Ownership>(slot, id, { owner });
  }

  /** Whether what is in a slot is, or may be, the base's. */
  isOfBase(part: { readonly slot: number }): boolean {
    return this.#baseOf(part) !== undefined;
  }

  /** Puts what is in a slot into another one, too. */
  copySlot(from: number, to: number): void {
    const found = this.#get(from);
    if (found !== undefined) this.#set(to, found);
  }

  /** Makes a change that another editor made to the same state. */
  apply(change: Change): void {
    switch (change.type) {
      case 'contract':
        this.addContract(change.contract);
        break;
      case 'account':
        this.setAccount(change.principal, change.account);
        break;
      case 'slot':
        this.#set(change.slot, change.value);
        break;
      case 'entry':
        this.#setEntry(change.slot, change.key, change.value);
        break;
      case 'totals':
        this.#nextSlot = change.nextSlot;
        this.liquidSupply = change.liquidSupply;
        break;
    }
  }

  /** Returns the state that this one continues, if it has the slot; undefined if the slot was created after it. */
  #baseOf({ slot }: { readonly slot: number }): InheritedState | undefined {
    return slot < this.#firstSlot ? this.base : undefined;
  }

  #entry<T>(slot: number, key: Value): T | undefined {
    const trie = this.#get(slot) as Trie<T> | undefined;
    return trie && getEntry(trie, key);
  }

  #setEntry<T>(slot: number, key: Value, value: T): void {
    const trie = (this.#get(slot) as Trie<T> | undefined) ?? emptyTrie<T>();
    const next = setEntry(trie, this.#owner, key, value);
    if (next !== trie) this.#set(slot, next as Slot);
  }

  #get(slot: number): Slot | undefined {
    return slot < 0 ? getItem(this.#inherited, slot - FIRST_INHERITED) : getItem(this.#slots, slot);
  }

  #set(slot: number, value: Slot): void {
    if (slot < 0) this.#inherited = setItem(this.#inherited, this.#owner, slot - FIRST_INHERITED, value);
    else this.#slots = setItem(this.#slots, this.#owner, slot, value);
  }
}
