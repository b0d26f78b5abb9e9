import { field, isRecord, readObject } from '../../base/json.js';
import { displayType, parseAbiType } from '../../clarity/types.js';
import type { Chain } from '../history/chain/chain.js';
import type { StacksClient } from '../protocol/client/client.js';

/** The interface of a contract as the node answers it. */
export type ContractAbi = Record<string, unknown>;
type Parameter = { name: string; type: string };

/** Reads interfaces of contracts from the node, each once. */
export type Interfaces = {
  /** @returns undefined for an unknown contract */
  of(contract: string): Promise<ContractAbi | undefined>;
  /** The names and types of a function's parameters; none if it is unknown. */
  parameters(contract: string, fn: string): Promise<{ known: boolean; parameters: Parameter[]; access: string }>;
};

/** @param chain reports when a contract may have gone: another one may get its name */
export function readInterfaces(node: StacksClient, chain: Pick<Chain, 'listen'>): Interfaces {
  let known = new Map<string, ContractAbi>();
  chain.listen({
    entered() {},
    left() {
      known = new Map();
    },
  });
  const of = async (contract: string): Promise<ContractAbi | undefined> => {
    const before = known;
    const found = before.get(contract);
    if (found !== undefined) return found;
    const answer = await node.getJson(`/v2/contracts/interface/${contract.replace('.', '/')}`, { absent: [404] });
    if (answer === undefined) return undefined;
    const abi = readObject(answer, 'contract interface') as ContractAbi;
    before.set(contract, abi);
    return abi;
  };
  return {
    of,
    async parameters(contract, fn) {
      const abi = await of(contract);
      const functions = abi === undefined ? [] : list(field(abi, 'functions'));
      const found = functions.find((entry) => entry['name'] === fn);
      if (found === undefined) return { known: false, parameters: [], access: 'public' };
      const parameters = list(found['args']).map(({ name, type }) => ({
        name: String(name),
        type: displayType(parseAbiType(type), 'trait_reference'),
      }));
      return { known: true, parameters, access: String(found['access']) };
    },
  };
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
