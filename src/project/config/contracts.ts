import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import type { GenesisContract } from '../../stacks/genesis-contract.js';
import { checkTestnetPrincipal } from '../../stacks/principal.js';
import type { Kind, Place } from './value-type.js';
import { address, wholeNumber } from './value-types.js';

const fields = ['deployer', 'name', 'source', 'clarityVersion', 'path'] as const;
const clarityVersion = wholeNumber(1, 6);

/** A contract of the configuration; `path` is the file of its source as coverage reports name it. */
export type ConfiguredContract = GenesisContract & { path?: string | undefined };

/** Contracts that exist at genesis: a list of objects, in code and files only. */
export const contracts: Kind<ConfiguredContract[], readonly ConfiguredContract[]> = {
  expected: 'a list of contracts {deployer, name, source, clarityVersion?, path?}',
  placeholder: 'contracts',
  read(value, place) {
    if (!Array.isArray(value)) throw invalid(place.field, contracts.expected, value);
    return value.map((entry: unknown, index) => readContract(entry, { ...place, field: `${place.field}[${index}]` }));
  },
  readText(text, { field }) {
    throw invalid(field, 'a list in devnet.config.{ts,js,mjs,json}', text);
  },
};

function readContract(value: unknown, place: Place): ConfiguredContract {
  const { field } = place;
  if (!isRecord(value)) throw invalid(field, 'an object {deployer, name, source, clarityVersion?, path?}', value);
  const unknown = Object.keys(value).find((name) => !fields.some((known) => known === name));
  if (unknown !== undefined) {
    const known = fields.map((name) => `${field}.${name}`);
    throw unknownName(`${field}.${unknown}`, 'key', known, `The keys are ${fields.join(', ')}.`);
  }
  const { deployer, name, source, clarityVersion: version, path } = value;
  const from = address.read(deployer, { ...place, field: `${field}.deployer` });
  if (typeof name !== 'string') throw invalid(`${field}.name`, 'the name of a contract', name);
  checkTestnetPrincipal(`${from}.${name}`, `${field}.name`);
  if (typeof source !== 'string') throw invalid(`${field}.source`, 'Clarity source', source);
  if (path !== undefined && (typeof path !== 'string' || path === '')) throw invalid(`${field}.path`, 'the path of the source', path);
  return {
    deployer: from,
    name,
    source,
    ...(version !== undefined && { clarityVersion: clarityVersion.read(version, { ...place, field: `${field}.clarityVersion` }) }),
    ...(path !== undefined && { path }),
  };
}
