import { type InterfaceNamed, type InterfaceType, interfaceType } from '../types/abi.js';
import type { FunctionType } from '../types/function.js';
import type { Type } from '../types/type.js';
import type { ContractAnalysis } from './contract-analysis.js';

/** What a contract offers, in the JSON form that nodes report (clarity/src/vm/analysis/contract_interface_builder/mod.rs). */
export type ContractInterface = {
  readonly functions: readonly InterfaceFunction[];
  readonly variables: readonly InterfaceVariable[];
  readonly maps: readonly InterfaceMap[];
  readonly fungible_tokens: readonly { readonly name: string }[];
  readonly non_fungible_tokens: readonly InterfaceNamed[];
  /** `Epoch40`. */
  readonly epoch: string;
  /** `Clarity6`. */
  readonly clarity_version: string;
};

export type InterfaceFunction = {
  readonly name: string;
  readonly access: 'private' | 'public' | 'read_only';
  readonly args: readonly InterfaceNamed[];
  readonly outputs: { readonly type: InterfaceType };
};

export type InterfaceVariable = InterfaceNamed & { readonly access: 'constant' | 'variable' };
export type InterfaceMap = { readonly name: string; readonly key: InterfaceType; readonly value: InterfaceType };
/** Returns the interface of a contract. Keys and entries are in the order of the node. */
export function interfaceOf(analysis: ContractAnalysis): ContractInterface {
  return {
    functions: [
      ...functionsOf(analysis.privateFunctions, 'private'),
      ...functionsOf(analysis.publicFunctions, 'public'),
      ...functionsOf(analysis.readOnlyFunctions, 'read_only'),
    ],
    variables: [
      ...namedOf(analysis.constants).map((named) => ({ ...named, access: 'constant' as const })),
      ...namedOf(analysis.variables).map((named) => ({ ...named, access: 'variable' as const })),
    ],
    maps: [...analysis.maps].map(([name, { key, value }]) => ({ name, key: interfaceType(key), value: interfaceType(value) })),
    fungible_tokens: [...analysis.fungibleTokens].map((name) => ({ name })),
    non_fungible_tokens: namedOf(analysis.nonFungibleTokens),
    epoch: `Epoch${analysis.epoch.name.replace('.', analysis.epoch.name === '2.05' ? '_' : '')}`,
    clarity_version: `Clarity${analysis.version}`,
  };
}

function functionsOf(functions: ReadonlyMap<string, FunctionType>, access: InterfaceFunction['access']): InterfaceFunction[] {
  return [...functions].map(([name, { parameters, returns }]) => ({
    name,
    access,
    args: parameters.map((parameter) => ({ name: parameter.name, type: interfaceType(parameter.type) })),
    outputs: { type: interfaceType(returns) },
  }));
}

function namedOf(types: ReadonlyMap<string, Type>): InterfaceNamed[] {
  return [...types].map(([name, type]) => ({ name, type: interfaceType(type) }));
}
