import { parseAbiType } from '../../../chains/stacks/codec/abi.js';
import type { ContractInterface } from '../../../chains/stacks/codec/contract-interface.js';
import { parseSource } from '../../../chains/stacks/codec/source.js';
import { typeJson } from '../../../chains/stacks/codec/type-json.js';
import { analysisJson } from './analysis.js';
import { type Answer, notFound, ok, undecodable } from './answer.js';
import { stringify } from './json.js';
import type { RpcNode } from './node.js';
import { contractParam, type RpcRequest, requireNoBody } from './request.js';
import { readAt, requireBlock } from './view.js';

/** The numbers of stacks-core's `StoreType` that contract metadata is kept under. */
const STORE = { map: 5, variable: 6, fungibleToken: 7, nonFungibleToken: 8, contract: 9 } as const;
const TIP_NOT_FOUND = () => 'Chain tip not found';
const CONTRACT_DATA = new Set(['contract', 'contract-size', 'contract-src', 'contract-data-size']);

/**
 * `GET /v2/clarity/metadata/{address}/{contract}/{key}`: types of maps, variables and tokens, and what is known of the
 * contract itself. The stored syntax tree is the VM's own and cannot be had.
 */
export async function getMetadata(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const store = Number(request.params['data_type'] ?? Number.NaN);
  const name = request.params['var_name'] ?? '';
  if (store === STORE.contract && !CONTRACT_DATA.has(name)) throw undecodable('Invalid metadata var name');
  if (store < STORE.map || store > STORE.contract) throw undecodable('Invalid metadata type');
  const [found, source] = await readAt(node, request, TIP_NOT_FOUND, ({ vm, interfaceOf }) =>
    Promise.all([interfaceOf(contract), vm.contractSource(contract)]),
  );
  const data = found === undefined || source === undefined ? undefined : metadata(contract, found, source.source, store, name);
  if (data === undefined) throw notFound('Metadata not found');
  return ok({ data });
}

/** `GET /v2/clarity/marf/{marf_key_hash}`: there is no MARF to look in. */
export function getMarfValue(node: RpcNode, request: RpcRequest): never {
  requireNoBody(request);
  requireBlock(node, request, TIP_NOT_FOUND);
  throw notFound('Marf key hash not found');
}

function metadata(contract: string, found: ContractInterface, source: string, store: number, name: string): string | undefined {
  switch (store) {
    case STORE.map: {
      const map = named(found.maps, name);
      return map && stringify({ key_type: typeJson(parseAbiType(map['key'])), value_type: typeJson(parseAbiType(map['value'])) });
    }
    case STORE.variable: {
      const variable = named(found.variables, name);
      if (variable?.['access'] !== 'variable') return undefined;
      return stringify({ value_type: typeJson(parseAbiType(variable['type'])) });
    }
    case STORE.fungibleToken:
      return named(found.fungible_tokens, name) && stringify({ total_supply: totalSupply(source, name) });
    case STORE.nonFungibleToken: {
      const token = named(found.non_fungible_tokens, name);
      return token && stringify({ key_type: typeJson(parseAbiType(token['type'])) });
    }
    case STORE.contract:
      if (name === 'contract-size') return String(source.length);
      return name === 'contract-src' ? source : undefined;
    default:
      return analysisJson(contract, found, source);
  }
}

function named(entries: readonly unknown[], name: string): Record<string, unknown> | undefined {
  return entries.find(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name,
  );
}

/** The limit that a token was defined with, null without one. */
function totalSupply(source: string, name: string): bigint | null {
  const form = parseSource(source).find((candidate) => candidate[0] === 'define-fungible-token' && candidate[1] === name);
  const limit = form?.[2];
  return typeof limit === 'string' && /^u\d+$/.test(limit) ? BigInt(limit.slice(1)) : null;
}
