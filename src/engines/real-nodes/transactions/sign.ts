import type { ClarityValue, ClarityVersion } from '@stacks/transactions';

/** Who signs: the key of an account (64 hex digits, of a compressed key), or some keys of a multisig account. */
type Signer = { privateKey: string } | { publicKeys: string[]; privateKeys: string[] };

type Signed = {
  signer: Signer;
  nonce: number;
  /** The node's `network_id`. */
  chainId: number;
};

type ContractCall = Signed & { contract: string; functionName: string; functionArgs: ClarityValue[] };
type ContractDeployment = Signed & { name: string; source: string; clarityVersion: number };

/**
 * Fee of a call in micro-STX. The node's fee estimate on a young chain comes from these calls of up to 800 bytes, so that the fee is
 * little above the floor of 1 per byte.
 */
const CALL_FEE = 1_000n;

/** Signs a call of a contract. Its post-conditions allow every transfer. */
export async function signCall({ contract, functionName, functionArgs, ...signed }: ContractCall): Promise<Uint8Array> {
  const { makeContractCall } = await import('@stacks/transactions');
  const [contractAddress = '', contractName = ''] = contract.split('.');
  const call = { contractAddress, contractName, functionName, functionArgs };
  const transaction = await makeContractCall({ ...call, fee: CALL_FEE, ...(await common(signed)) });
  return transaction.serializeBytes();
}

/** Signs the deployment of a contract. Its post-conditions allow every transfer. */
export async function signDeployment({ name, source, clarityVersion, ...signed }: ContractDeployment): Promise<Uint8Array> {
  const { makeContractDeploy } = await import('@stacks/transactions');
  const fee = CALL_FEE + BigInt(Buffer.byteLength(source));
  const contract = { contractName: name, codeBody: source, clarityVersion: clarityVersion as ClarityVersion };
  const transaction = await makeContractDeploy({ ...contract, fee, ...(await common(signed)) });
  return transaction.serializeBytes();
}

async function common({ signer, nonce, chainId }: Signed) {
  const { STACKS_TESTNET } = await import('@stacks/network');
  const keys =
    'privateKey' in signer
      ? { senderKey: compressed(signer.privateKey) }
      : { publicKeys: signer.publicKeys, numSignatures: signer.privateKeys.length, signerKeys: signer.privateKeys.map(compressed) };
  return { ...keys, nonce, postConditionMode: 'allow' as const, network: { ...STACKS_TESTNET, chainId } };
}

function compressed(privateKey: string): string {
  return `${privateKey}01`;
}
