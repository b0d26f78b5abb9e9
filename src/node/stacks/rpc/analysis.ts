import { type AbiFunction, findFunction, parseAbiType } from '../../../chains/stacks/codec/abi.js';
import type { ContractInterface } from '../../../chains/stacks/codec/contract-interface.js';
import { type Expression, parseSource } from '../../../chains/stacks/codec/source.js';
import { absoluteId, definedTraits, implementedTraits, nameTraits } from '../../../chains/stacks/codec/trait.js';
import type { ClarityType } from '../../../chains/stacks/codec/type.js';
import { contractJson, typeJson } from '../../../chains/stacks/codec/type-json.js';
import { stringify } from './json.js';

type Named = { name: string; [detail: string]: unknown };

/** A contract's stored analysis, made from its interface and source, as Rust's serializer writes stacks-core's `ContractAnalysis`. */
export function analysisJson(contract: string, found: ContractInterface, source: string): string {
  const forms = parseSource(source);
  const variables = entries(found.variables);
  const functions = entries(found.functions).flatMap(({ name, args }) => {
    const fn = findFunction(found, name);
    return fn === undefined ? [] : [{ fn, argNames: Array.isArray(args) ? entries(args).map((arg) => arg.name) : [] }];
  });
  const ofAccess = (access: AbiFunction['access']) =>
    record(
      functions
        .filter(({ fn }) => fn.access === access)
        .map(({ fn, argNames }) => [fn.name, { Fixed: fixed(nameTraits(fn, source, contract), argNames, fn.returns) }]),
    );
  const typesOf = (access: string, typeOf: (variable: Named) => unknown) =>
    record(variables.filter((variable) => variable['access'] === access).map((variable) => [variable.name, typeOf(variable)]));
  return stringify({
    contract_identifier: contractJson(contract),
    private_function_types: ofAccess('private'),
    variable_types: typesOf('constant', (constant) => namedContract(forms, constant.name, contract) ?? abiJson(constant['type'])),
    public_function_types: ofAccess('public'),
    read_only_function_types: ofAccess('read_only'),
    map_types: record(entries(found.maps).map((map) => [map.name, [abiJson(map['key']), abiJson(map['value'])]])),
    persisted_variable_types: typesOf('variable', (variable) => abiJson(variable['type'])),
    fungible_tokens: entries(found.fungible_tokens)
      .map(({ name }) => name)
      .sort(),
    non_fungible_tokens: record(entries(found.non_fungible_tokens).map((token) => [token.name, abiJson(token['type'])])),
    defined_traits: record(
      definedTraits(forms).map(({ name, functions: asked }) => [
        name,
        record(asked.map((fn) => [fn.name, { args: fn.args.map(typeJson), returns: typeJson(fn.returns) }])),
      ]),
    ),
    implemented_traits: implementedTraits(forms, contract).map((trait) => {
      const dot = trait.lastIndexOf('.');
      return { name: trait.slice(dot + 1), contract_identifier: contractJson(trait.slice(0, dot)) };
    }),
    contract_interface: found,
    is_cost_contract_eligible: false,
    epoch: found.epoch,
    clarity_version: found.clarity_version,
  });
}

function entries(list: readonly unknown[]): Named[] {
  return list.filter(
    (entry): entry is Named => typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string',
  );
}

/** A constant that is a contract's name can be called; its type says which contract. */
function namedContract(forms: readonly Expression[], name: string, contract: string): unknown {
  const value = forms.find((form) => form[0] === 'define-constant' && form[1] === name)?.[2];
  if (typeof value !== 'string' || !/^(?:'\w+)?\./.test(value)) return undefined;
  return typeJson({ kind: 'contract', id: absoluteId(value, contract) });
}

/** Rust keeps these maps in the order of their keys. */
function record(pairs: [name: string, value: unknown][]): Record<string, unknown> {
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function abiJson(type: unknown): unknown {
  return typeJson(parseAbiType(type));
}

function fixed(args: ClarityType[], names: string[], returns: ClarityType): unknown {
  return { args: args.map((arg, i) => ({ signature: typeJson(arg), name: names[i] ?? '' })), returns: typeJson(returns) };
}
