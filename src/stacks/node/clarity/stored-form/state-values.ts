import type { Contract } from '../../../../clarity/contract.js';
import type { Ownership, Slot, State, StoredValue, StxBalance } from '../../../../clarity/state.js';
import { entriesOf, FIRST_INHERITED, getItem, SerializedValue, StoredContract, type Trie } from '../../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import { serialize } from '../../../../clarity/values.js';
import { u32 } from '../../../protocol/codec/writer.js';
import {
  balanceKey,
  contractKey,
  entryKey,
  hashOfKey,
  LIQUID_SUPPLY,
  nonceKey,
  ownerKey,
  supplyKey,
  tokenKey,
  variableKey,
} from '../fork-source/key.js';

/** Values of a state by the hashes of their keys: hex without 0x, numbers of tokens and nonces as decimal digits. */
export type StateValues = Map<string, string>;

/**
 * Adds what a state itself has to values, as a node of stacks-core stores it (clarity/src/vm/database): not what it takes over from
 * its origin.
 * @param inherited contracts of the origin
 */
export function addStateValues(values: StateValues, state: State, inherited: readonly Contract[]): void {
  const put = (key: string, value: string): unknown => values.set(hashOfKey(key), value);
  const slotOf = (slot: number): Slot | undefined =>
    slot < 0 ? getItem(state.inherited, slot - FIRST_INHERITED) : getItem(state.slots, slot);
  const entries = <T>(slot: number): Iterable<readonly [Value, T]> => {
    const trie = slotOf(slot) as Trie<T> | undefined;
    return trie === undefined ? [] : entriesOf(trie);
  };

  put(LIQUID_SUPPLY, `01${u128(state.liquidSupply)}`);
  for (const [account, { balance, nonce }] of entriesOf(state.accounts)) {
    put(nonceKey(account as PrincipalValue), `${nonce}`);
    put(balanceKey(account as PrincipalValue), balanceHex(balance));
  }
  const own = [...entriesOf(state.contracts)].map(([, contract]) => (contract instanceof StoredContract ? contract.contract : contract));
  for (const { id, hash, height } of own) put(contractKey(id.text), Buffer.from(hash).toString('hex') + u32(height).toString('hex'));
  for (const { id, variables, maps, fungibleTokens, nonFungibleTokens } of [...inherited, ...own]) {
    for (const { slot, name } of variables.values()) {
      const stored = slotOf(slot) as StoredValue | SerializedValue | undefined;
      if (stored !== undefined) put(variableKey(id, name), storedHex(stored));
    }
    for (const { slot, name } of maps.values())
      for (const [key, stored] of entries<StoredValue | SerializedValue>(slot)) put(entryKey(id, name, key), storedHex(stored));
    for (const { slot, name } of fungibleTokens.values()) {
      const supply = slotOf(slot + 1);
      if (supply !== undefined) put(supplyKey(id, name), `${supply}`);
      for (const [owner, amount] of entries<bigint>(slot)) put(tokenKey(id, name, owner as PrincipalValue), `${amount}`);
    }
    for (const { slot, name } of nonFungibleTokens.values())
      for (const [asset, { owner }] of entries<Ownership>(slot))
        put(ownerKey(id, name, asset), owner === undefined ? '09' : `0a${hex(owner)}`);
  }
}

/** `STXBalance`: those without a lock, or with one of `pox`, have no version. */
function balanceHex({ unlocked, lock }: StxBalance): string {
  const version = lock === undefined || lock.version === 1 ? '' : `0${lock.version - 2}`;
  return `${version}${u128(unlocked)}${u128(lock?.amount ?? 0n)}${(lock?.unlockHeight ?? 0).toString(16).padStart(16, '0')}`;
}

function storedHex(stored: StoredValue | SerializedValue): string {
  return stored instanceof SerializedValue ? Buffer.from(stored.bytes).toString('hex') : hex(stored.value);
}

function hex(value: Value): string {
  return Buffer.from(serialize(value)).toString('hex');
}

function u128(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
