import { field, isRecord, type Json, listOf, readObject, readOneOf, readText } from '../base/json.js';
import { parseAbiType } from './types/abi.js';
import { displayType } from './types/display.js';
import type { Type } from './types/type.js';

/** A contract's interface with the names and types of everything that clients call or read. */
export type ContractAbi = {
  functions: readonly FunctionAbi[];
  /** Data variables and constants. */
  variables: readonly { name: string; access: 'variable' | 'constant'; type: Type }[];
  maps: readonly { name: string; key: Type; value: Type }[];
  /** Fungible tokens. */
  tokens: readonly { name: string }[];
  /** Non-fungible tokens, with the types of their ids. */
  assets: readonly { name: string; type: Type }[];
};
/** A function of a {@link ContractAbi}. */
export type FunctionAbi = {
  name: string;
  access: 'public' | 'read_only' | 'private';
  args: readonly { name: string; type: Type }[];
  returns: Type;
};

/** Reads the answer of `GET /v2/contracts/interface`. @throws DevnetError RPC naming the field; TypeError for an unknown type */
export function readContractAbi(answer: Json): ContractAbi {
  const abi = readObject(answer, 'contract interface');
  const entries = (name: string): object[] => listOf(field(abi, name), name).map((entry) => readObject(entry, name));
  return {
    functions: entries('functions').map((entry) => ({
      name: readText(entry, 'name'),
      access: readOneOf(entry, 'access', ['public', 'read_only', 'private']),
      args: listOf(field(entry, 'args'), 'args').map((arg) => {
        const given = readObject(arg, 'args');
        return { name: readText(given, 'name'), type: parseAbiType(field(given, 'type')) };
      }),
      returns: parseAbiType(outputType(field(entry, 'outputs'))),
    })),
    variables: entries('variables').map((entry) => ({
      name: readText(entry, 'name'),
      access: readOneOf(entry, 'access', ['variable', 'constant']),
      type: parseAbiType(field(entry, 'type')),
    })),
    maps: entries('maps').map((entry) => ({
      name: readText(entry, 'name'),
      key: parseAbiType(field(entry, 'key')),
      value: parseAbiType(field(entry, 'value')),
    })),
    tokens: entries('fungible_tokens').map((entry) => ({ name: readText(entry, 'name') })),
    assets: entries('non_fungible_tokens').map((entry) => ({
      name: readText(entry, 'name'),
      type: parseAbiType(field(entry, 'type')),
    })),
  };
}

/** A function with its parameters as Clarity declares them, for example `(transfer (amount uint) (to principal))`. */
export function signatureOf({ name, args }: FunctionAbi): string {
  return `(${[name, ...args.map((arg) => `(${arg.name} ${displayType(arg.type)})`)].join(' ')})`;
}

function outputType(outputs: Json): Json {
  return isRecord(outputs) ? outputs['type'] : undefined;
}
