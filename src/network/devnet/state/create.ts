import { invalid } from '../../../base/error.js';
import type { ContractAbi } from '../../../clarity/contract-abi.js';
import type { Type } from '../../../clarity/types.js';
import { serializedHex } from '../../../clarity/values.js';
import { checkPrincipalOfAnyNetwork } from '../../../stacks/principal.js';
import type { StateChange } from '../../../stacks/state-change.js';
import type { AbiStore } from '../contract/abi-store.js';
import { find } from '../contract/read-state.js';
import { type ContractNames, resolveContract } from '../contract/resolve.js';
import { toClarity } from '../contract/to-clarity.js';
import type { StateCalls } from './types.js';

export type StateParts<Answer> = {
  abis: AbiStore;
  names: ContractNames;
  /** Makes a change. @throws DevnetError UNSUPPORTED where the engine cannot */
  change(change: StateChange): Promise<Answer>;
  /** @param time seconds since 1970 */
  setNextBlockTime(time: number): Promise<void>;
};

/** Checks what is to be set, and converts values to the types of the contract. */
export function createState<Answer>({ abis, names, change, setNextBlockTime }: StateParts<Answer>): StateCalls<Answer> {
  /** Converts the values of a map, variable or token by its types. */
  const typed = <T>(contract: string, convert: (id: string, abi: ContractAbi) => T): Promise<T> => {
    const id = resolveContract(contract, names);
    return abis.use(id, async (abi) => convert(id, abi));
  };
  const setEntry = async (contract: string, map: string, key: unknown, entryOf: (type: Type) => string | undefined) =>
    change(
      await typed(contract, (id, abi) => {
        const found = find(abi.maps, map, 'map', id);
        return { type: 'map-entry', contract: id, map, key: serialize(key, found.key, 'key'), entry: entryOf(found.value) } as const;
      }),
    );

  return {
    async setStxBalance(principal, amount) {
      checkPrincipalOfAnyNetwork(principal, 'principal');
      return change({ type: 'stx-balance', principal, amount: whole('amount', amount) });
    },
    async setFtBalance(asset, principal, amount) {
      checkPrincipalOfAnyNetwork(principal, 'principal');
      const [contract, token] = splitAsset(asset);
      const found = await typed(contract, (id, abi) => ({ contract: id, token: find(abi.tokens, token, 'fungible token', id).name }));
      return change({ type: 'ft-balance', ...found, principal, amount: whole('amount', amount) });
    },
    async setNftOwner(asset, id, owner) {
      if (owner !== undefined) checkPrincipalOfAnyNetwork(owner, 'owner');
      const [contract, token] = splitAsset(asset);
      const found = await typed(contract, (name, abi) => {
        const { type } = find(abi.assets, token, 'non-fungible token', name);
        return { contract: name, token, id: serialize(id, type, 'id') };
      });
      return change({ type: 'nft-owner', ...found, owner });
    },
    async setDataVar(contract, name, value) {
      const found = await typed(contract, (id, abi) => {
        const variables = abi.variables.filter(({ access }) => access === 'variable');
        const { type } = find(variables, name, 'data variable', id);
        return { contract: id, name, value: serialize(value, type, 'value') };
      });
      return change({ type: 'data-var', ...found });
    },
    setMapEntry: (contract, map, key, value) => setEntry(contract, map, key, (type) => serialize(value, type, 'value')),
    deleteMapEntry: (contract, map, key) => setEntry(contract, map, key, () => undefined),
    async setNonce(principal, nonce) {
      checkPrincipalOfAnyNetwork(principal, 'principal');
      if (principal.includes('.')) throw invalid('principal', 'an account, because a contract has no nonce', principal);
      return change({ type: 'nonce', principal, nonce: whole('nonce', nonce, MAX_NONCE) });
    },
    async setNextBlockTime(time) {
      await setNextBlockTime(seconds(time));
    },
  };
}

/** Nonces have 64 bits (SIP-005); one is left for the next transaction. */
const MAX_NONCE = 2n ** 64n - 2n;
const MAX_AMOUNT = 2n ** 128n - 1n;
/** Block times have 32 bits. */
const MAX_TIME = 2 ** 32 - 1;

function serialize(value: unknown, type: Type, field: string): string {
  return serializedHex(toClarity(value, type, field));
}

function splitAsset(asset: unknown): [contract: string, token: string] {
  const [contract, token, ...rest] = typeof asset === 'string' ? asset.split('::') : [];
  if (contract === undefined || token === undefined || rest.length > 0) {
    throw invalid('asset', 'a contract and the name of its token, such as ST….name::token', asset);
  }
  return [contract, token];
}

function whole(field: string, value: unknown, most = MAX_AMOUNT): bigint {
  const number = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof number !== 'bigint' || number < 0n || number > most) throw invalid(field, `a bigint from 0 to ${most}`, value);
  return number;
}

/** Reads a time as whole seconds since 1970. @throws DevnetError INVALID_INPUT */
export function seconds(time: unknown): number {
  const value = time instanceof Date ? Math.floor(time.getTime() / 1000) : time;
  const isTime = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_TIME;
  if (!isTime)
    throw invalid(
      'time',
      'a date up to the year 2106, or whole seconds since 1970',
      time,
      typeof time === 'number' && time > MAX_TIME ? 'These are milliseconds: divide by 1000.' : undefined,
    );
  return value;
}
