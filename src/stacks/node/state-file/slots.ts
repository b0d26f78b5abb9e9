import type { Ownership, Slot, StoredValue } from '../../../clarity/state.js';
import { changedEntries, emptyTrie, isTrie, SerializedValue, type Trie } from '../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../clarity/values.js';
import { serialize } from '../../../clarity/values.js';

/** A value of a variable or map as bytes. */
export type ValueBytes = Pick<SerializedValue, 'bytes' | 'size' | 'surplus'>;

/** What changed in a slot. Entries are in the order of the bytes of their keys. */
export type SlotChange =
  | { readonly type: 'value'; readonly value: ValueBytes }
  | { readonly type: 'supply'; readonly amount: bigint }
  | { readonly type: 'map'; readonly entries: readonly [key: Uint8Array, value: ValueBytes][] }
  | { readonly type: 'balances'; readonly entries: readonly [owner: PrincipalValue, amount: bigint][] }
  | { readonly type: 'owners'; readonly entries: readonly [id: Uint8Array, owner: PrincipalValue | undefined][] };

/** Returns what a version of a slot has that an earlier one does not; undefined if that is nothing. */
export function slotChange(before: Slot | undefined, after: Slot): SlotChange | undefined {
  if (typeof after === 'bigint') return before === after ? undefined : { type: 'supply', amount: after };
  if (!isTrie(after)) {
    const value = bytesOf(after);
    return before !== undefined && equalBytes(bytesOf(before as StoredValue), value) ? undefined : { type: 'value', value };
  }
  const changes = [...changedEntries((before as Trie<Item>) ?? emptyTrie<Item>(), after as Trie<Item>)].filter(isChange);
  const [first] = changes;
  if (first === undefined) return undefined;
  const [, , item] = first;
  if (typeof item === 'bigint') {
    const entries = changes.map(([key, , amount]): [PrincipalValue, bigint] => [key as PrincipalValue, amount as bigint]);
    return { type: 'balances', entries: entries.sort(([a], [b]) => (a.id < b.id ? -1 : 1)) };
  }
  if ('owner' in item) return { type: 'owners', entries: inOrder(changes, (owner) => (owner as Ownership).owner) };
  return { type: 'map', entries: inOrder(changes, (stored) => bytesOf(stored as Stored)) };
}

type Stored = StoredValue | SerializedValue;
type Item = Stored | bigint | Ownership;
type Change = readonly [key: Value, before: Item | undefined, after: Item];

function isChange([, before, after]: Change): boolean {
  if (before === undefined || typeof after === 'bigint') return before !== after;
  if ('owner' in after) return (before as Ownership).owner?.id !== after.owner?.id;
  return !equalBytes(bytesOf(before as Stored), bytesOf(after));
}

function inOrder<T>(changes: readonly Change[], read: (item: Item) => T): [Uint8Array, T][] {
  const entries = changes.map(([key, , item]): [Uint8Array, T] => [serialize(key), read(item)]);
  return entries.sort(([a], [b]) => Buffer.compare(a, b));
}

function bytesOf(stored: Stored): ValueBytes {
  if (stored instanceof SerializedValue) return stored;
  const { value, size, surplus } = stored;
  return { bytes: serialize(value), size, surplus };
}

function equalBytes(a: ValueBytes, b: ValueBytes): boolean {
  return a.size === b.size && a.surplus === b.surplus && Buffer.compare(a.bytes, b.bytes) === 0;
}
