import { ByteReader, ByteWriter } from '../../../../base/storage.js';
import type { Account, PoxVersion, Slot, State } from '../../../../clarity/state.js';
import {
  changedEntries,
  changedItems,
  emptyTrie,
  getItem,
  isTrie,
  newOwner,
  type Owner,
  StxBalance,
  setEntry,
  setItem,
  type Trie,
  type Vector,
} from '../../../../clarity/state.js';
import { PrincipalValue, STANDARD_LENGTH, type Value } from '../../../../clarity/values.js';

type Contracts = State['contracts'];
type Item = Exclude<Slot, Trie<never>>;

/** What changed in a slot: all of it, or one entry of a map. */
type SlotChange = { readonly slot: number; readonly item: Slot } | { readonly slot: number; readonly key: Value; readonly value: Item };

/** What changed besides accounts. Contracts and values stay the objects that they are: other states have most of them, too. */
type OtherChanges = {
  readonly contracts: readonly (readonly [id: Value, contract: ContractEntry])[];
  readonly slots: readonly SlotChange[];
  readonly inherited: readonly SlotChange[];
};
type ContractEntry = Contracts extends Trie<infer T> ? T : never;

/**
 * What a state has that the one before it has not, in little memory: a state of its own has nodes for each account that changed.
 * `bytes`: the accounts and the totals; `others` is undefined for a block of payments.
 */
export type StateDelta = { readonly bytes: Uint8Array; readonly others: OtherChanges | undefined };

/** Returns what {@link applyDelta} makes `after` of; undefined if it does not go on from `before`. */
export function deltaOf(before: State, after: State): StateDelta | undefined {
  if (before.base !== after.base || before.firstSlot !== after.firstSlot) return undefined;
  const writer = new ByteWriter(128);
  writer.amount(after.liquidSupply);
  writer.number(after.nextSlot);
  writer.list([...changedEntries(before.accounts, after.accounts)], ([key, , { balance, nonce }]) => {
    writer.bytes(Buffer.from((key as PrincipalValue).id, 'latin1'));
    writer.amount(balance.unlocked);
    writer.optional(balance.lock, ({ amount, unlockHeight, version }) => {
      writer.amount(amount);
      writer.number(unlockHeight);
      writer.number(version);
    });
    writer.amount(nonce);
  });
  const isOfAccounts = before.contracts === after.contracts && before.slots === after.slots && before.inherited === after.inherited;
  const others = isOfAccounts
    ? undefined
    : {
        contracts: [...changedEntries(before.contracts, after.contracts)].map(([id, , contract]) => [id, contract] as const),
        slots: slotChanges(before.slots, after.slots),
        inherited: slotChanges(before.inherited, after.inherited),
      };
  return { bytes: writer.finish(), others };
}

/** Returns the state that follows another one. */
export function applyDelta(before: State, { bytes, others }: StateDelta): State {
  const reader = new ByteReader(bytes);
  const owner = newOwner();
  const [liquidSupply, nextSlot] = [reader.amount(), reader.number()];
  let { accounts } = before;
  reader.each(() => {
    const id = reader.bytes().toString('latin1');
    const principal = new PrincipalValue(id, id.length > STANDARD_LENGTH ? id.slice(STANDARD_LENGTH + 1) : undefined);
    accounts = setEntry(accounts, owner, principal, readAccount(reader));
  });
  if (others === undefined) return { ...before, accounts, liquidSupply, nextSlot };
  let { contracts } = before;
  for (const [id, contract] of others.contracts) contracts = setEntry(contracts, owner, id, contract);
  const slots = applySlots(before.slots, owner, others.slots);
  const inherited = applySlots(before.inherited, owner, others.inherited);
  return { ...before, accounts, contracts, slots, inherited, liquidSupply, nextSlot };
}

function readAccount(reader: ByteReader): Account {
  const unlocked = reader.amount();
  const lock = reader.optional(() => {
    return { amount: reader.amount(), unlockHeight: reader.number(), version: reader.number() as PoxVersion };
  });
  return { balance: new StxBalance(unlocked, lock), nonce: reader.amount() };
}

function slotChanges(before: Vector<Slot>, after: Vector<Slot>): SlotChange[] {
  return [...changedItems(before, after)].flatMap(([slot, earlier, item]): SlotChange[] => {
    if (!isTrie(item) || !isTrie(earlier)) return [{ slot, item }];
    return [...changedEntries<Item>(earlier as Trie<Item>, item as Trie<Item>)].map(([key, , value]) => ({ slot, key, value }));
  });
}

function applySlots(before: Vector<Slot>, owner: Owner, changes: readonly SlotChange[]): Vector<Slot> {
  let vector = before;
  for (const change of changes) {
    const { slot } = change;
    const trie = (): Trie<Item> => (getItem(vector, slot) as Trie<Item> | undefined) ?? emptyTrie();
    const item = 'item' in change ? change.item : (setEntry(trie(), owner, change.key, change.value) as Slot);
    vector = setItem(vector, owner, slot, item);
  }
  return vector;
}
