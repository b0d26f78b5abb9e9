import type { PrincipalValue } from '../values/value.js';
import { FIRST_INHERITED } from './inherited-slots.js';
import type { Change, Ownership, Slot, State, StoredValue } from './state.js';
import { StoredContract } from './stored-contract.js';
import { entriesOf, isTrie, type Trie } from './trie.js';
import { itemsOf } from './vector.js';

/** Lists what executions set in a state that began empty. The order does not matter. */
export function* changesOf({ contracts, accounts, slots, inherited, nextSlot, liquidSupply }: State): Generator<Change> {
  for (const [, contract] of entriesOf(contracts))
    yield { type: 'contract', contract: contract instanceof StoredContract ? contract.contract : contract };
  for (const [principal, account] of entriesOf(accounts)) yield { type: 'account', principal: principal as PrincipalValue, account };
  for (const [slot, value] of itemsOf(slots)) yield* changesIn(slot, value);
  for (const [index, value] of itemsOf(inherited)) yield* changesIn(index + FIRST_INHERITED, value);
  yield { type: 'totals', nextSlot, liquidSupply };
}

function* changesIn(slot: number, value: Slot): Generator<Change> {
  if (!isTrie(value)) yield { type: 'slot', slot, value: value as StoredValue | bigint };
  else
    for (const [key, entry] of entriesOf(value as Trie<StoredValue | bigint | Ownership>)) yield { type: 'entry', slot, key, value: entry };
}
