import type { StacksClient } from '../../../stacks/client.js';
import type { StacksTxReceipt, WaitOptions } from '../../data.js';
import type { Devnet } from '../../types.js';
import type { AbiStore } from './abi-store.js';
import { createContractClient } from './client.js';
import { deployContract } from './deploy.js';
import { type ContractNames, resolveContract } from './resolve.js';
import { createSendAndWait } from './send-and-wait.js';
import { createSender, type SenderParts } from './sender.js';
import { transferStx } from './transfer.js';

export type ContractsParts = SenderParts &
  ContractNames & {
    rpc: StacksClient;
    abis: AbiStore;
    waitForTx(txid: string, options: WaitOptions): Promise<StacksTxReceipt>;
  };

/** The part of a devnet that signs transactions of accounts and reads contracts, with nothing but the RPC of a Stacks node. */
export type DevnetContracts = Pick<Devnet, 'contract'> & Pick<Devnet['stacks'], 'deploy' | 'transfer'>;

export function createContracts({ accounts, project, abis, waitForTx, ...parts }: ContractsParts): DevnetContracts {
  const send = createSendAndWait(createSender(parts), waitForTx);
  const services = { rpc: parts.rpc, accounts, abis, send };
  const contracts = {
    contract: (name: string) => createContractClient(resolveContract(name, { accounts, project }), services),
    deploy: async (request: Parameters<typeof deployContract>[0]) => deployContract(request, accounts, send),
    transfer: async (request: Parameters<typeof transferStx>[0]) => transferStx(request, accounts, send),
  };
  // The types of the results follow from the requests.
  return contracts as DevnetContracts;
}
