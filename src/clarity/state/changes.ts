import type { PrincipalValue } from '../values/value.js';
import { type Change, FIRST_INHERITED, type Ownership, type Slot, type State, type StoredValue } from './state.js';
import { entriesOf, isTrie } from './trie.js';
import { itemsOf } from './vector.js';

/** Lists what was set in a state. The order does not matter. */
export function* changesOf({ contracts, accounts, slots, inherited, nextSlot, liquidSupply }: State): Generator<Change> {
  for (const [, contract] of entriesOf(contracts)) yield { type: 'contract', contract };
  for (const [principal, account] of entriesOf(accounts)) yield { type: 'account', principal: principal as PrincipalValue, account };
  for (const [slot, value] of itemsOf(slots)) yield* changesIn(slot, value);
  for (const [index, value] of itemsOf(inherited)) yield* changesIn(index + FIRST_INHERITED, value);
  yield { type: 'totals', nextSlot, liquidSupply };
}

function* changesIn(slot: number, value: Slot): Generator<Change> {
  if (!isTrie(value)) yield { type: 'slot', slot, value };
  else for (const [key, entry] of entriesOf<StoredValue | bigint | Ownership>(value)) yield { type: 'entry', slot, key, value: entry };
}
