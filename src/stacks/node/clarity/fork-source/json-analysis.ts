import { field, type Json, listOf, readObject, readText } from '../../../../base/json.js';
import type { ContractAnalysis } from '../../../../clarity/analysis.js';
import { ALL_EPOCH_NAMES, type Epoch, epochOf } from '../../../../clarity/epoch.js';
import type { FunctionType, MethodType } from '../../../../clarity/types.js';
import type { ClarityVersion } from '../../../../clarity/version.js';
import { EPOCHS } from '../../chain/epoch.js';
import { readContractId, readTraitId, readType, readVariant, unknown } from './json-type.js';

/**
 * Reads what a node keeps of the analysis of a contract (`ContractAnalysis`, clarity/src/vm/analysis/types.rs).
 * @throws DevnetError RPC for another form
 */
export function readAnalysis(json: Json): ContractAnalysis {
  const analysis = readObject(json, 'an analysis');
  const all = <T>(name: string, read: (json: Json) => T): Map<string, T> =>
    new Map(Object.entries(readObject(field(analysis, name), name)).map(([key, value]) => [key, read(value)]));
  return {
    contract: readContractId(field(analysis, 'contract_identifier')).text,
    version: versionOf(readText(analysis, 'clarity_version')),
    epoch: readEpoch(readText(analysis, 'epoch')),
    privateFunctions: all('private_function_types', readFunction),
    publicFunctions: all('public_function_types', readFunction),
    readOnlyFunctions: all('read_only_function_types', readFunction),
    pureFunctions: undefined,
    constants: all('variable_types', readType),
    variables: all('persisted_variable_types', readType),
    maps: all('map_types', (pair) => {
      const [key, value] = listOf(pair, 'a map');
      return { key: readType(key), value: readType(value) };
    }),
    fungibleTokens: new Set(listOf(field(analysis, 'fungible_tokens'), 'tokens') as string[]),
    nonFungibleTokens: all('non_fungible_tokens', readType),
    traits: all(
      'defined_traits',
      (methods) => new Map(Object.entries(readObject(methods, 'a trait')).map(([name, method]) => [name, readMethod(method)])),
    ),
    implementedTraits: listOf(field(analysis, 'implemented_traits'), 'traits').map(readTraitId),
    types: undefined,
  };
}

/** Contracts have functions of this one kind only. */
function readFunction(json: Json): FunctionType {
  const [variant, content] = readVariant(json, 'a function');
  if (variant !== 'Fixed') throw unknown('a function of a contract', variant);
  const fn = readObject(content, 'a function');
  const parameters = listOf(field(fn, 'args'), 'arguments').map((argument) => {
    const parameter = readObject(argument, 'an argument');
    return { name: readText(parameter, 'name'), type: readType(field(parameter, 'signature')) };
  });
  return { parameters, returns: readType(field(fn, 'returns')) };
}

function readMethod(json: Json): MethodType {
  const method = readObject(json, 'a method');
  return { parameters: listOf(field(method, 'args'), 'arguments').map(readType), returns: readType(field(method, 'returns')) };
}

function versionOf(text: string): ClarityVersion {
  const version = Number(/^Clarity([1-6])$/.exec(text)?.[1]);
  if (Number.isNaN(version)) throw unknown('a version of Clarity that is supported', text);
  return version as ClarityVersion;
}

function readEpoch(text: string): Epoch {
  const name = EPOCHS.find(({ id }) => id === text)?.name;
  const known = ALL_EPOCH_NAMES.find((one) => one === name);
  if (known === undefined) throw unknown('an epoch that is supported', text);
  return epochOf(known);
}
