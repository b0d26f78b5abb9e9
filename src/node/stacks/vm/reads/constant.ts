import type { Principal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { writeValue } from '../../../../chains/stacks/codec/value/value-writer.js';
import { parseExactJson } from '../../../../json.js';
import type { Machine } from '../machine/machine.js';
import { CONTRACT } from '../memory/contract-metadata.js';

/** Returns the serialized value of a contract's constant, which the VM stores with the contract; undefined if there is none of this name. */
export function readConstant({ metadata }: Machine, contract: string, name: string): string | undefined {
  const text = metadata(contract, CONTRACT);
  if (text === undefined) return undefined;
  const { contract_context: context } = parseExactJson(text) as { contract_context: { variables: Record<string, StoredValue> } };
  const value = Object.hasOwn(context.variables, name) ? context.variables[name] : undefined;
  return value && writeValue(readValue(value)).toString('hex');
}

/** A value as stacks-core's `Value` is in JSON: an object with one field, which names the variant. */
type StoredValue = { [V in keyof Variants]: { [field in V]: Variants[V] } }[keyof Variants];
type Variants = {
  Int: number | string;
  UInt: number | string;
  Bool: boolean;
  Sequence: StoredSequence;
  Principal: { Standard: StoredAddress } | { Contract: StoredContract };
  CallableContract: { contract_identifier: StoredContract };
  Optional: { data: StoredValue | null };
  Response: { committed: boolean; data: StoredValue };
  Tuple: { data_map: Record<string, StoredValue> };
};
type StoredSequence =
  | { Buffer: { data: number[] } }
  | { List: { data: StoredValue[] } }
  | { String: { ASCII: { data: number[] } } | { UTF8: { data: number[][] } } };
type StoredAddress = [version: number, hash: number[]];
type StoredContract = { issuer: StoredAddress; name: string };

function readValue(stored: StoredValue): ClarityValue {
  if ('Int' in stored) return { type: 'int', value: BigInt(stored.Int) };
  if ('UInt' in stored) return { type: 'uint', value: BigInt(stored.UInt) };
  if ('Bool' in stored) return { type: 'bool', value: stored.Bool };
  if ('Sequence' in stored) return readSequence(stored.Sequence);
  if ('Principal' in stored) {
    const principal = stored.Principal;
    return { type: 'principal', value: 'Standard' in principal ? readAddress(principal.Standard) : readContract(principal.Contract) };
  }
  if ('CallableContract' in stored) return { type: 'principal', value: readContract(stored.CallableContract.contract_identifier) };
  if ('Optional' in stored) {
    const { data } = stored.Optional;
    return data === null ? { type: 'none' } : { type: 'some', value: readValue(data) };
  }
  if ('Response' in stored) return { type: stored.Response.committed ? 'ok' : 'err', value: readValue(stored.Response.data) };
  return { type: 'tuple', fields: Object.entries(stored.Tuple.data_map).map(([name, value]) => [name, readValue(value)]) };
}

function readSequence(stored: StoredSequence): ClarityValue {
  if ('Buffer' in stored) return { type: 'buffer', value: Uint8Array.from(stored.Buffer.data) };
  if ('List' in stored) return { type: 'list', items: stored.List.data.map(readValue) };
  if ('ASCII' in stored.String) return { type: 'string-ascii', value: Uint8Array.from(stored.String.ASCII.data) };
  return { type: 'string-utf8', value: Buffer.from(stored.String.UTF8.data.flat()).toString('utf8') };
}

function readAddress([version, hash]: StoredAddress): Principal {
  return { version, hash: Buffer.from(hash) };
}

function readContract({ issuer, name }: StoredContract): Principal {
  return { ...readAddress(issuer), contract: name };
}
