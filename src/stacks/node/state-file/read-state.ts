import type { ByteReader } from '../../../base/storage.js';
import { atAsync } from '../../../base/storage.js';
import type { Epoch } from '../../../clarity/epoch.js';
import { restoreStored } from '../../../clarity/execution.js';
import type { Account, Ownership, PoxVersion, Slot, State } from '../../../clarity/state.js';
import {
  emptyTrie,
  FIRST_INHERITED,
  getItem,
  type InheritedSlots,
  newOwner,
  type Owner,
  SerializedValue,
  StoredContract,
  StxBalance,
  setEntry,
  setItem,
  type Trie,
  type Vector,
} from '../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../clarity/values.js';
import { deserializeKey } from '../../../clarity/values.js';
import { analysisState } from '../clarity/boot/analysis-state.js';
import type { RulesOf } from '../clarity/rules.js';
import { readContract } from './contracts.js';
import { PrincipalReader } from './principals.js';
import { SLOT_KINDS } from './write-state.js';

/** More than any contract can define. */
const MAX_SLOTS = 65_536;
const MAX_POX = 5;

type Options = {
  inherited: InheritedSlots | undefined;
  rulesOf: RulesOf;
  /** Whether values are decoded to check them. Otherwise the first that reads one does it. */
  checks: boolean;
};

/** The counterpart of `StateWriter`. It neither parses contracts nor decodes their values. */
export class StateReader {
  readonly #reader: ByteReader;
  readonly #principals: PrincipalReader;
  readonly #options: Options;
  #owner: Owner = newOwner();
  #epoch: Epoch | undefined;
  #added: StoredContract[] = [];

  constructor(reader: ByteReader, options: Options) {
    this.#reader = reader;
    this.#principals = new PrincipalReader(reader);
    this.#options = options;
  }

  /** Returns the state that follows another one. Others get their turns meanwhile. @param epoch by whose rules its values are decoded */
  async read(before: State, epoch: Epoch): Promise<State> {
    const reader = this.#reader;
    this.#owner = newOwner();
    this.#epoch = epoch;
    this.#added = [];
    const [liquidSupply, nextSlot] = [reader.amount(), reader.number(-FIRST_INHERITED)];
    let { accounts, contracts, slots, inherited } = before;
    await atAsync('accounts', () =>
      reader.eachInTurns(() => {
        accounts = this.#set(accounts, this.#principals.read(), this.#account());
      }),
    );
    // A contract is made with what the state has by then.
    const state = { ...before, liquidSupply, nextSlot };
    await atAsync('contracts', () =>
      reader.eachInTurns(() => {
        const contract = this.#contract(state);
        contracts = this.#set(contracts, contract.record.id, contract);
        this.#added.push(contract);
      }),
    );
    await atAsync('slots', () =>
      reader.eachInTurns(async () => {
        slots = await this.#slot(slots, reader.number(nextSlot - 1));
      }),
    );
    await atAsync('inherited', () =>
      reader.eachInTurns(async () => {
        const [id, count] = [this.#principals.read(), reader.number(MAX_SLOTS)];
        const offset = reader.number(count - 1);
        if (this.#options.inherited === undefined) throw new RangeError('the state has no origin');
        inherited = await this.#slot(inherited, this.#options.inherited.reserve(id, count) + offset - FIRST_INHERITED);
      }),
    );
    return Object.assign(state, { accounts, contracts, slots, inherited });
  }

  /** The contracts that the last state has and the one before has not. */
  get added(): readonly StoredContract[] {
    return this.#added;
  }

  #account(): Account {
    const reader = this.#reader;
    const unlocked = reader.amount();
    const lock = reader.optional(() => {
      return { amount: reader.amount(), unlockHeight: reader.number(), version: reader.number(MAX_POX) as PoxVersion };
    });
    return { balance: new StxBalance(unlocked, lock), nonce: reader.amount() };
  }

  #contract(state: State): StoredContract {
    const { rulesOf } = this.#options;
    const record = readContract(this.#reader, this.#principals);
    const restore = () => restoreStored(record, analysisState(state, record, rulesOf), rulesOf({ name: record.epoch }));
    return new StoredContract(record, restore);
  }

  async #slot(vector: Vector<Slot>, at: number): Promise<Vector<Slot>> {
    const reader = this.#reader;
    const kind = SLOT_KINDS[reader.number()];
    const before = getItem(vector, at);
    switch (kind) {
      case 'value':
        return setItem(vector, this.#owner, at, this.#value());
      case 'supply':
        return setItem<Slot>(vector, this.#owner, at, reader.amount());
      case 'map':
        return setItem<Slot>(
          vector,
          this.#owner,
          at,
          await this.#entries(before as Trie<SerializedValue>, () => [this.#key(), this.#value()]),
        );
      case 'balances':
        return setItem<Slot>(
          vector,
          this.#owner,
          at,
          await this.#entries(before as Trie<bigint>, () => [this.#principals.read(), reader.amount()]),
        );
      case 'owners':
        return setItem<Slot>(
          vector,
          this.#owner,
          at,
          await this.#entries(before as Trie<Ownership>, () => [this.#key(), this.#tokenOwner()]),
        );
      default:
        throw new RangeError('a slot of an unknown kind');
    }
  }

  async #entries<T>(before: Trie<T> | undefined, read: () => [Value, T]): Promise<Trie<T>> {
    let trie = before ?? emptyTrie<T>();
    await this.#reader.eachInTurns(() => {
      trie = this.#set(trie, ...read());
    });
    return trie;
  }

  #set<T>(trie: Trie<T>, key: Value, value: T): Trie<T> {
    return setEntry(trie, this.#owner, key, value);
  }

  #key(): Value {
    return deserializeKey(this.#reader.bytesCopy());
  }

  #value(): SerializedValue {
    const size = this.#reader.number();
    const bytes = this.#reader.bytesCopy();
    if (this.#options.checks) deserializeKey(bytes);
    return new SerializedValue({ bytes, size, surplus: this.#reader.text() || undefined }, this.#epoch as Epoch);
  }

  #tokenOwner(): { owner: PrincipalValue | undefined } {
    return { owner: this.#reader.optional(() => this.#principals.read()) };
  }
}
