import {
  broadcastTransaction,
  type ClarityValue,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  type PostCondition,
  type StacksTransactionWire,
} from '@stacks/transactions';

/** Who signs. */
type Account = { address: string; key: string };

/** Sends a transfer to the node. @returns its txid, without 0x */
export async function transfer(
  url: string,
  { key }: Account,
  options: { recipient: string; amount: bigint; fee?: bigint; nonce: bigint },
): Promise<string> {
  return send(url, await makeSTXTokenTransfer({ fee: 300n, ...options, senderKey: key, network: 'testnet' }));
}

/** Sends a contract to the node. @returns the txid, without 0x */
export async function deploy(
  url: string,
  { key }: Account,
  options: { name: string; source: string; nonce: bigint; clarityVersion?: number; fee?: bigint },
): Promise<string> {
  const { name, source, nonce, clarityVersion = 3, fee = 50_000n } = options;
  const contract = { contractName: name, codeBody: source, clarityVersion, postConditionMode: 'allow' as const };
  return send(url, await makeContractDeploy({ ...contract, nonce, fee, senderKey: key, network: 'testnet' }));
}

/** Sends a call to the node, which may move any assets. @returns the txid, without 0x */
export async function call(
  url: string,
  { key }: Account,
  options: { contract: string; fn: string; args?: ClarityValue[]; postConditions?: PostCondition[]; nonce: bigint },
): Promise<string> {
  const [contractAddress = '', contractName = ''] = options.contract.split('.');
  const { fn, args = [], postConditions = [], nonce } = options;
  const asked = {
    contractAddress,
    contractName,
    functionName: fn,
    functionArgs: args,
    postConditions,
    postConditionMode: 'allow' as const,
  };
  return send(url, await makeContractCall({ ...asked, nonce, fee: 10_000n, senderKey: key, network: 'testnet' }));
}

async function send(url: string, transaction: StacksTransactionWire): Promise<string> {
  const answer = await broadcastTransaction({ transaction, client: { baseUrl: url } });
  if ('error' in answer) throw new Error(JSON.stringify(answer));
  return answer.txid;
}
