import { DevnetError } from '../../../base/error.js';
import { type ContractAbi, readContractAbi } from '../../../clarity/contract-abi.js';
import type { StacksClient } from '../../../stacks/client.js';
import { errorHint } from '../../../stacks/receipt.js';
import type { FailedDeploy } from './failed-deploy.js';

/** The interfaces of contracts, each read once. */
export type AbiStore = {
  /**
   * Runs a task with the interface of a contract. A restore may have replaced the contract: a task that fails because of a stored
   * interface runs again with the node's.
   * @throws DevnetError NOT_FOUND without the contract, and what the task throws
   */
  use<T>(contract: string, task: (abi: ContractAbi) => Promise<T>): Promise<T>;
};

export function createAbiStore(rpc: Pick<StacksClient, 'getJson'>, failedDeploy: FailedDeploy): AbiStore {
  const stored = new Map<string, ContractAbi>();
  const load = async (contract: string): Promise<ContractAbi> => {
    const answer = await rpc.getJson(`/v2/contracts/interface/${contract.replace('.', '/')}`, { absent: [404] });
    if (answer === undefined) throw noContract(contract, await failedDeploy(contract));
    const abi = readContractAbi(answer);
    stored.set(contract, abi);
    return abi;
  };
  return {
    async use(contract, task) {
      const known = stored.get(contract);
      if (known === undefined) return task(await load(contract));
      try {
        return await task(known);
      } catch (error) {
        if (!mayBeOutdated(error)) throw error;
        stored.delete(contract);
        const abi = await load(contract);
        if (JSON.stringify(abi) === JSON.stringify(known)) throw error;
        return task(abi);
      }
    },
  };
}

/** @param reason why its deployment failed, if there was one */
function noContract(contract: string, reason: string | undefined): DevnetError {
  if (reason === undefined) {
    const hint =
      errorHint(`NoSuchContract("${contract}")`) ?? 'Check its address and name. A contract exists when its deployment is in a block.';
    return new DevnetError('NOT_FOUND', `there is no contract ${contract}. ${hint}`, { field: 'contract', received: contract, hint });
  }
  const hint = 'Correct the source and deploy it again: the name is still free.';
  const message = `there is no contract ${contract}, because its deployment failed. ${hint} The reason: ${reason}`;
  return new DevnetError('NOT_FOUND', message, { field: 'contract', received: contract, hint, reason });
}

/** What the node answers if a function or an argument does not fit the contract. */
const OUTDATED = new Set(['BadFunctionArgument', 'NoSuchPublicFunction', 'NoSuchContract']);

/** Whether another interface could make a difference. Nothing was sent then. */
function mayBeOutdated(error: unknown): boolean {
  if (!(error instanceof DevnetError)) return false;
  return error.code === 'INVALID_INPUT' || error.code === 'NOT_FOUND' || error.code === 'RPC' || OUTDATED.has(error.reason ?? '');
}
