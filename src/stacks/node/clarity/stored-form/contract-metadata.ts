import type { Contract } from '../../../../clarity/contract.js';
import { analysisJson, mapped, stringify, typeJson, valueJson } from './json.js';

/** What a key of metadata names: the type of what is described (`StoreType`), and its name. */
const KEY = /^vm-metadata::(\d{1,2})::(.+)$/;

/**
 * Returns what a node keeps of a contract beside its state, in its form (`insert_metadata`, clarity/src/vm/database/clarity_db.rs);
 * undefined for a key that the contract does not have.
 */
export function contractMetadata(contract: Contract, key: string): string | undefined {
  if (key === 'analysis') return stringify(analysisJson(contract.analysis));
  const [, type, name = ''] = KEY.exec(key) ?? [];
  switch (type) {
    case '5': {
      const map = contract.maps.get(name);
      return map && stringify({ key_type: typeJson(map.keyType), value_type: typeJson(map.valueType) });
    }
    case '6': {
      const variable = contract.variables.get(name);
      return variable && stringify({ value_type: typeJson(variable.type) });
    }
    case '7': {
      const token = contract.fungibleTokens.get(name);
      return token && stringify({ total_supply: token.cap ?? null });
    }
    case '8': {
      const token = contract.nonFungibleTokens.get(name);
      return token && stringify({ key_type: typeJson(token.type) });
    }
    case '9':
      return contractData(contract, name);
    default:
      return undefined;
  }
}

function contractData({ source, dataSize, constants }: Contract, name: string): string | undefined {
  switch (name) {
    case 'contract':
      return stringify({ contract_context: { variables: mapped(constants, valueJson) } });
    case 'contract-src':
      return source;
    case 'contract-size':
      return `${source.length}`;
    case 'contract-data-size':
      return `${dataSize}`;
    default:
      return undefined;
  }
}
