import { sha512_256 } from '#dist/chains/stacks/codec/hash.js';
import type { Contract } from '#dist/clarity/contract.js';
import { FIRST_INHERITED } from '#dist/clarity/state/inherited-slots.js';
import { type State, StateEditor } from '#dist/clarity/state/state.js';
import { StoredContract } from '#dist/clarity/state/stored-contract.js';
import type { StxBalance } from '#dist/clarity/state/stx-balance.js';
import { entriesOf, type Trie } from '#dist/clarity/state/trie.js';
import { getItem } from '#dist/clarity/state/vector.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { PrincipalValue, Value } from '#dist/clarity/values/value.js';
import { analysisJson, mapped, principal, stringify, valueJson } from './serde.js';

/** What a node answers of its state: values by the hash of their key, as hex or decimal text, and metadata of contracts. */
export type NodeState = {
  value(hash: string): string | undefined;
  metadata(contract: string, key: string): string | undefined;
};

/** Writes a state as a node of stacks-core stores it (clarity/src/vm/database). @param contracts those of its origin */
export function nodeState(state: State, contracts: readonly Contract[] = []): NodeState {
  const editor = new StateEditor(state);
  const values = new Map<string, string>();
  const metadata = new Map<string, string>();
  const put = (key: string, value: string) => values.set(sha512_256(Buffer.from(key)).toString('hex'), value);
  const slot = (at: number): unknown => (at < 0 ? getItem(state.inherited, at - FIRST_INHERITED) : getItem(state.slots, at));
  const entries = <T>(at: number): (readonly [Value, T])[] => [...entriesOf((slot(at) ?? { branches: [] }) as Trie<T>)];

  put('_stx-data::ustx_liquid_supply', `01${u128(state.liquidSupply)}`);
  for (const [account, { balance, nonce }] of entriesOf(state.accounts)) {
    const { text } = account as PrincipalValue;
    put(`vm-account::${text}::18`, `${nonce}`);
    put(`vm-account::${text}::19`, balanceHex(balance));
  }
  const own = [...entriesOf(state.contracts)].map(([, contract]) => (contract instanceof StoredContract ? contract.contract : contract));
  for (const contract of [...contracts, ...own]) {
    const { id, source, dataSize, height, hash } = contract;
    put(`clarity-contract::${id.text}`, `${Buffer.from(hash).toString('hex')}${height.toString(16).padStart(8, '0')}`);
    const describe = (key: string, text: string) => metadata.set(`${id.text} ${key}`, text);
    describe('vm-metadata::9::contract-src', source);
    describe('vm-metadata::9::contract-size', `${source.length}`);
    describe('vm-metadata::9::contract-data-size', `${dataSize}`);
    describe('vm-metadata::9::contract', stringify({ contract_context: { variables: mapped(contract.constants, valueJson) } }));
    describe('analysis', stringify(analysisJson(contract.analysis)));
    const key = (type: number, name: string, of?: string) => `vm::${id.text}::${type}::${name}${of === undefined ? '' : `::${of}`}`;
    for (const variable of contract.variables.values())
      put(key(1, variable.name), hex(editor.variable(contract, variable)?.value as Value));
    for (const map of contract.maps.values())
      for (const [entry, { value }] of entries<{ value: Value }>(map.slot)) put(key(0, map.name, hex(entry)), hex(value));
    for (const token of contract.fungibleTokens.values()) {
      describe(`vm-metadata::7::${token.name}`, stringify({ total_supply: token.cap ?? null }));
      put(key(3, token.name), `${editor.fungibleSupply(contract, token)}`);
      for (const [owner, amount] of entries<bigint>(token.slot))
        put(key(2, token.name, JSON.stringify(principal(owner as PrincipalValue))), `${amount}`);
    }
    for (const token of contract.nonFungibleTokens.values())
      for (const [asset, { owner }] of entries<{ owner: PrincipalValue | undefined }>(token.slot))
        put(key(4, token.name, hex(asset)), owner === undefined ? '09' : `0a${hex(owner)}`);
  }
  return { value: (hash) => values.get(hash), metadata: (contract, key) => metadata.get(`${contract} ${key}`) };
}

/** `STXBalance`: those without a lock, or with one of `pox`, have no version. */
function balanceHex({ unlocked, lock }: StxBalance): string {
  const version = lock === undefined || lock.version === 1 ? '' : `0${lock.version - 2}`;
  return `${version}${u128(unlocked)}${u128(lock?.amount ?? 0n)}${(lock?.unlockHeight ?? 0).toString(16).padStart(16, '0')}`;
}

function hex(value: Value): string {
  return Buffer.from(serialize(value)).toString('hex');
}

function u128(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
