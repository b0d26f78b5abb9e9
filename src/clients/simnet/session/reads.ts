import { DevnetError } from '../../../base/error.js';
import { field, listOf, readBig, readObject, readText } from '../../../base/json.js';
import type { ContractAbi, FunctionAbi } from '../../../clarity/contract-abi.js';
import { serializedHex, type Value } from '../../../clarity/values.js';
import { createAbiStore, failedDeployAt, fetchMapEntry, fetchVariable, resolveContract } from '../../../network/contract.js';
import type { Devnet } from '../../../network/types.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { Names } from './names.js';
import { readValues } from './outcome.js';

/** What a simnet reads without a transaction. */
export function createReads(devnet: Devnet, rpc: StacksClient, names: Names) {
  const abis = createAbiStore(rpc, failedDeployAt(rpc, devnet.stacks.waitForTx));
  const resolve = (contract: string): string => names.toNetwork(resolveContract(contract, devnet));
  const show = (value: Value): string => names.fromNetwork(`0x${serializedHex(value)}`);
  const pathOf = (contract: string): string => resolve(contract).replace('.', '/');

  /** Returns a function of a contract. @throws DevnetError REJECTED if it has no such function */
  const functionOf = (contract: string, name: string, access: FunctionAbi['access']): Promise<FunctionAbi> =>
    abis.use(contract, async ({ functions }: ContractAbi) => {
      const found = functions.find((entry) => entry.name === name);
      if (found?.access === access) return found;
      const shown = access === 'public' ? 'a public' : 'a read-only';
      const known = functions.filter((entry) => entry.access === access).map((entry) => entry.name);
      const problem = found === undefined ? `does not exist in ${contract}` : `of ${contract} is not ${shown} function`;
      // After this error the store reads the interface again, because a restore may have replaced the contract.
      throw new DevnetError('INVALID_INPUT', `${name} ${problem}. It has ${known.join(', ')}.`, { field: 'method' });
    });

  return {
    resolve,
    functionOf,
    async heights() {
      const { height, burnHeight } = await rpc.info();
      return { height, burnHeight };
    },
    /** The time of the tip, in seconds since 1970. */
    async blockTime(): Promise<bigint> {
      const path = '/extended/v2/blocks?limit=1';
      const [block] = listOf(field(readObject(await rpc.getJson(path), path), 'results'), path);
      return readBig(readObject(block, path), 'block_time');
    },
    epoch: async (): Promise<string> => (await devnet.status()).epoch,
    accounts: async () => new Map(Object.entries(devnet.accounts).map(([name, { stx }]) => [name, stx.address])),
    async callReadOnlyFn(name: string, method: string, args: string[], sender: string): Promise<string> {
      const contract = resolve(name);
      await functionOf(contract, method, 'read_only');
      return show(
        await rpc.callRead({ contract, fn: method, args: readValues(args.map(names.toNetwork)), sender: names.toNetwork(sender) }),
      );
    },
    async getDataVar(name: string, variable: string): Promise<string> {
      return show(await fetchVariable(rpc, resolve(name), 'data_var', variable));
    },
    async getMapEntry(name: string, map: string, key: string): Promise<string> {
      const [value] = readValues([names.toNetwork(key)]);
      return show(await fetchMapEntry(rpc, resolve(name), map, value as Value));
    },
    async getContractSource(name: string): Promise<string | undefined> {
      const path = `/v2/contracts/source/${pathOf(name)}?proof=0`;
      const answer = await rpc.getJson(path, { absent: [404] });
      return answer === undefined ? undefined : readText(readObject(answer, path), 'source');
    },
    async contractInterface(id: string): Promise<object | undefined> {
      const path = `/v2/contracts/interface/${pathOf(id)}`;
      const answer = await rpc.getJson(path, { absent: [404] });
      return answer === undefined ? undefined : readObject(answer, path);
    },
  };
}

export type Reads = ReturnType<typeof createReads>;
