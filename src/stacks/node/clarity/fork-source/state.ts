import type { Contract, DataMap, DataVariable, FungibleToken, NonFungibleToken } from '../../../../clarity/contract.js';
import type { Rules } from '../../../../clarity/execution.js';
import type { Account, InheritedState, StoredValue } from '../../../../clarity/state.js';
import { InheritedSlots, NO_STX } from '../../../../clarity/state.js';
import { optionalType, PRINCIPAL, type Type, UINT } from '../../../../clarity/types.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import { deserializeAs } from '../../../../clarity/values.js';
import { contentOf, uintOf } from '../fields.js';
import type { RulesOf } from '../rules.js';
import type { ForkSourceAnswers } from './answers.js';
import { readContract } from './contract.js';
import { balanceKey, entryKey, hashOfKey, LIQUID_SUPPLY, nonceKey, ownerKey, supplyKey, tokenKey, variableKey } from './key.js';
import { readBalance } from './stored.js';

export type ForkSourceStateOptions = {
  answers: ForkSourceAnswers;
  /** The block at which to read, an index block hash: hex without 0x. */
  tip: string;
  /** Those that values are read by. */
  rules: Rules;
  rulesOf: RulesOf;
  /** Returns what an account has if the network has none for it. @default nothing */
  given?: ((principal: PrincipalValue) => Account) | undefined;
};

const OWNER = optionalType(PRINCIPAL);

/** The state of a running network after one of its blocks. What it does not have yet, it fetches: all methods throw Missing then. */
export class ForkSourceState implements InheritedState {
  readonly #options: ForkSourceStateOptions;
  /** What was read, by key. */
  readonly #values = new Map<string, unknown>();
  readonly slots = new InheritedSlots();

  constructor(options: ForkSourceStateOptions) {
    this.#options = options;
  }

  /** What `stx-liquid-supply` gives, in micro-STX. */
  get liquidSupply(): bigint {
    return this.#value(LIQUID_SUPPLY, (hex) => uintOf(this.#read(UINT, hex)?.value)) ?? 0n;
  }

  contract(id: PrincipalValue): Contract | undefined {
    return this.#known(`contract ${id.text}`, () => {
      const { answers, tip, rulesOf } = this.#options;
      const first = this.slots.first(id);
      const read = readContract({ answers, tip, rulesOf, nextSlot: first }, id);
      if (read !== undefined) this.slots.reserve(id, read.nextSlot - first);
      return read?.contract;
    });
  }

  account(principal: PrincipalValue): Account {
    return this.#known(`account ${principal.text}`, () => {
      const { answers, given } = this.#options;
      const [balance, nonce] = answers.readAll([this.#request(balanceKey(principal)), this.#request(nonceKey(principal))]);
      return answers.understand(principal.text, () => ({
        balance: balance === undefined ? (given?.(principal).balance ?? NO_STX) : readBalance(balance),
        nonce: BigInt(nonce ?? 0),
      }));
    });
  }

  variable({ id }: Contract, { name, type }: DataVariable): StoredValue | undefined {
    return this.#value(variableKey(id, name), (hex) => this.#read(type, hex));
  }

  mapEntry({ id }: Contract, { name, valueType }: DataMap, key: Value): StoredValue | undefined {
    return this.#value(entryKey(id, name, key), (hex) => this.#read(optionalType(valueType), hex));
  }

  fungibleBalance({ id }: Contract, { name }: FungibleToken, owner: PrincipalValue): bigint {
    return this.#value(tokenKey(id, name, owner), BigInt) ?? 0n;
  }

  fungibleSupply({ id }: Contract, { name }: FungibleToken): bigint | undefined {
    return this.#value(supplyKey(id, name), BigInt);
  }

  nonFungibleOwner({ id: contract }: Contract, { name }: NonFungibleToken, id: Value): PrincipalValue | undefined {
    const owner = this.#value(ownerKey(contract, name, id), (hex) => contentOf(this.#read(OWNER, hex).value));
    return owner?.kind === 'principal' ? owner : undefined;
  }

  /** Reads a value of the state once; undefined if there is none. */
  #value<T>(key: string, read: (text: string) => T): T | undefined {
    return this.#known(key, () => {
      const { answers } = this.#options;
      const found = answers.read(this.#request(key));
      return found === undefined ? undefined : answers.understand(key, () => read(found));
    });
  }

  #known<T>(key: string, read: () => T): T {
    if (!this.#values.has(key)) this.#values.set(key, read());
    return this.#values.get(key) as T;
  }

  #request(key: string) {
    return { type: 'value', hash: hashOfKey(key), tip: this.#options.tip } as const;
  }

  #read(type: Type, hex: string): StoredValue {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    return { value: deserializeAs(type, bytes, this.#options.rules.epoch), size: bytes.length };
  }
}
