import type { Contract } from '../contract.js';
import { optionalType } from '../types/construct.js';
import type { Type } from '../types/type.js';
import type { PrincipalValue } from '../values/value.js';
import { FIRST_INHERITED } from './inherited-slots.js';
import { SerializedValue } from './serialized-value.js';
import type { Change, Ownership, Slot, State, StoredValue } from './state.js';
import { StoredContract } from './stored-contract.js';
import { entriesOf, isTrie, type Trie } from './trie.js';
import { getItem, itemsOf } from './vector.js';

/** Lists what executions set in a state that began empty. The order does not matter. */
export function* changesOf({ contracts, accounts, slots, inherited, nextSlot, liquidSupply }: State): Generator<Change> {
  for (const [, contract] of entriesOf(contracts))
    yield { type: 'contract', contract: contract instanceof StoredContract ? contract.contract : contract };
  yield* changedAccounts(accounts);
  for (const [slot, value] of itemsOf(slots)) yield* changesIn(slot, value);
  for (const [index, value] of itemsOf(inherited)) yield* changesIn(index + FIRST_INHERITED, value);
  yield { type: 'totals', nextSlot, liquidSupply };
}

function* changesIn(slot: number, value: Slot): Generator<Change> {
  if (!isTrie(value)) yield { type: 'slot', slot, value: value as StoredValue | bigint };
  else
    for (const [key, entry] of entriesOf(value as Trie<StoredValue | bigint | Ownership>)) yield { type: 'entry', slot, key, value: entry };
}

/** Lists all accounts. @returns undefined if the state may inherit others */
export function accountsOf({ accounts, base }: State): Iterable<Change> | undefined {
  return base === undefined || base.hasNoAccounts === true ? changedAccounts(accounts) : undefined;
}

function* changedAccounts(accounts: State['accounts']): Generator<Change> {
  for (const [principal, account] of entriesOf(accounts)) yield { type: 'account', principal: principal as PrincipalValue, account };
}

/** Lists what a contract stores, the newest of each last. @returns undefined if the state inherits it, and cannot know all of it */
export function dataOf(state: State, contract: Contract): Iterable<Change> | undefined {
  if (state.base === undefined || slotsOf(contract).every((slot) => slot >= state.firstSlot)) return storedIn(state, contract);
  const inherited = state.base.dataOf?.(contract);
  return inherited && both(inherited, storedIn(state, contract));
}

function* both<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first;
  yield* second;
}

function slotsOf({ variables, maps, fungibleTokens, nonFungibleTokens }: Contract): number[] {
  return [variables, maps, fungibleTokens, nonFungibleTokens].flatMap((parts) => [...parts.values()].map(({ slot }) => slot));
}

function* storedIn(state: State, { variables, maps, fungibleTokens, nonFungibleTokens }: Contract): Generator<Change> {
  const changes = function* (slot: number, type?: Type): Generator<Change> {
    const value = slot < 0 ? getItem(state.inherited, slot - FIRST_INHERITED) : getItem(state.slots, slot);
    if (value === undefined) return;
    for (const change of changesIn(slot, value)) {
      if ('value' in change && change.value instanceof SerializedValue) yield { ...change, value: change.value.as(type as Type) };
      else yield change;
    }
  };
  for (const { slot, type } of variables.values()) yield* changes(slot, type);
  for (const { slot, valueType } of maps.values()) yield* changes(slot, optionalType(valueType));
  for (const { slot } of fungibleTokens.values()) {
    yield* changes(slot);
    yield* changes(slot + 1);
  }
  for (const { slot } of nonFungibleTokens.values()) yield* changes(slot);
}
