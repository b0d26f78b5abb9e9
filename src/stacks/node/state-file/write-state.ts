import type { ByteWriter } from '../../../base/storage.js';
import type { Account, Slot, State } from '../../../clarity/state.js';
import {
  changedEntries,
  changedItems,
  FIRST_INHERITED,
  type InheritedSlots,
  recordOf,
  StoredContract,
  type Trie,
  type Vector,
} from '../../../clarity/state.js';
import type { PrincipalValue } from '../../../clarity/values.js';
import { writeContract } from './contracts.js';
import { PrincipalWriter } from './principals.js';
import { type SlotChange, slotChange, type ValueBytes } from './slots.js';

/** The number of each kind of change in a file. */
export const SLOT_KINDS = ['value', 'supply', 'map', 'balances', 'owners'] as const satisfies readonly SlotChange['type'][];

/** Writes states as what they have that the state before them does not. */
export class StateWriter {
  /** Those that a state of the file has named. */
  readonly principals = new PrincipalWriter();
  readonly #inherited: InheritedSlots | undefined;

  constructor(inherited: InheritedSlots | undefined) {
    this.#inherited = inherited;
  }

  /** Others get their turns meanwhile. */
  async write(writer: ByteWriter, before: State, after: State): Promise<void> {
    writer.amount(after.liquidSupply);
    writer.number(after.nextSlot);
    await writer.listInTurns(byId(before.accounts, after.accounts, isSameAccount), ([id, account]) => this.#account(writer, id, account));
    await writer.listInTurns(byId(before.contracts, after.contracts), ([, contract]) =>
      writeContract(writer, this.principals, contract instanceof StoredContract ? contract.record : recordOf(contract)),
    );
    await writer.listInTurns(changedSlots(before.slots, after.slots), ([slot, change]) => {
      writer.number(slot);
      return this.#slot(writer, change);
    });
    await writer.listInTurns(this.#changedInherited(before, after), ({ id, count, offset, change }) => {
      this.principals.write(writer, id);
      writer.number(count);
      writer.number(offset);
      return this.#slot(writer, change);
    });
  }

  #account(writer: ByteWriter, id: PrincipalValue, { balance: { unlocked, lock }, nonce }: Account): void {
    this.principals.write(writer, id);
    writer.amount(unlocked);
    writer.optional(lock, ({ amount, unlockHeight, version }) => {
      writer.amount(amount);
      writer.number(unlockHeight);
      writer.number(version);
    });
    writer.amount(nonce);
  }

  async #slot(writer: ByteWriter, change: SlotChange): Promise<void> {
    writer.number(SLOT_KINDS.indexOf(change.type));
    switch (change.type) {
      case 'value':
        writeValue(writer, change.value);
        break;
      case 'supply':
        writer.amount(change.amount);
        break;
      case 'map':
        await writer.listInTurns(change.entries, ([key, value]) => {
          writer.bytes(key);
          writeValue(writer, value);
        });
        break;
      case 'balances':
        await writer.listInTurns(change.entries, ([owner, amount]) => {
          this.principals.write(writer, owner);
          writer.amount(amount);
        });
        break;
      case 'owners':
        await writer.listInTurns(change.entries, ([id, owner]) => {
          writer.bytes(id);
          writer.optional(owner, (principal) => this.principals.write(writer, principal));
        });
    }
  }

  /** Slots of an origin depend on what was asked for first, so contracts name them. */
  #changedInherited(before: State, after: State) {
    const changes = changedSlots(before.inherited, after.inherited).map(([index, change]) => {
      const slot = index + FIRST_INHERITED;
      const range = this.#inherited?.find(slot);
      if (range === undefined) throw new RangeError('a state without an origin has slots of one');
      return { id: range.id, count: range.count, offset: slot - range.first, change };
    });
    return changes.sort((a, b) => (a.id.id === b.id.id ? a.offset - b.offset : a.id.id < b.id.id ? -1 : 1));
  }
}

function writeValue(writer: ByteWriter, { bytes, size, surplus }: ValueBytes): void {
  writer.number(size);
  writer.bytes(bytes);
  writer.text(surplus ?? '');
}

function byId<T>(before: Trie<T>, after: Trie<T>, isSame: (a: T, b: T) => boolean = () => false): [PrincipalValue, T][] {
  const changed = [...changedEntries(before, after)].filter(([, earlier, now]) => earlier === undefined || !isSame(earlier, now));
  return changed.map(([key, , now]): [PrincipalValue, T] => [key as PrincipalValue, now]).sort(([a], [b]) => (a.id < b.id ? -1 : 1));
}

function isSameAccount(a: Account, b: Account): boolean {
  const [lock, other] = [a.balance.lock, b.balance.lock];
  const isSameLock = lock?.amount === other?.amount && lock?.unlockHeight === other?.unlockHeight && lock?.version === other?.version;
  return a.nonce === b.nonce && a.balance.unlocked === b.balance.unlocked && isSameLock;
}

function changedSlots(before: Vector<Slot>, after: Vector<Slot>): [slot: number, change: SlotChange][] {
  const changes: [number, SlotChange][] = [];
  for (const [slot, earlier, now] of changedItems(before, after)) {
    const change = slotChange(earlier, now);
    if (change !== undefined) changes.push([slot, change]);
  }
  return changes;
}
