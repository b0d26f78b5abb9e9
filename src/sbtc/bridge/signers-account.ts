import { STACKS_TESTNET } from '@stacks/network';
import { deserializeCV, makeContractCall } from '@stacks/transactions';
import { once } from '../../base/async.js';
import { with0x } from '../../base/hex.js';
import { serialize, type Value } from '../../clarity/values.js';
import type { StacksClient } from '../../stacks/client.js';
import { DEFAULT_DEPLOYER, SIGNATURES, SIGNERS } from '../signers.js';
import { sendWithFreeNonce } from './free-nonce.js';

/** A call of one of the signers' functions. */
export type SignersCall = { contract: string; fn: string; args: readonly Value[] };

type SendOptions = {
  /** Runs each request that sends the call. */
  inSameState: <T>(send: () => Promise<T>) => Promise<T>;
  /** The nonces of the bridge's calls that wait. */
  own: ReadonlySet<number>;
};

/** The multisig account of the signers. */
export type SignersAccount = {
  /**
   * Broadcasts a call with the lowest nonce that is free in the node's mempool, where a user may sign as the signers, too.
   * @returns its txid with 0x @throws DevnetError RPC with the node's reason
   */
  send(call: SignersCall, options: SendOptions): Promise<{ txid: string; nonce: number }>;
};

/**
 * Micro-STX for a byte, the node's minimum. The signatures and keys of the account take about 300 bytes, a list of deposits 220 for each.
 */
const FEE = { base: 1_000n, perByte: 1n };

/** @param rpc of the Stacks node */
export function createSignersAccount(rpc: Pick<StacksClient, 'account' | 'broadcast' | 'info'>): SignersAccount {
  const chainId = once(async () => (await rpc.info()).networkId);

  const sign = async ({ contract, fn, args }: SignersCall, nonce: number) => {
    const [contractAddress = '', contractName = ''] = contract.split('.');
    const serialized = args.map((value) => serialize(value));
    const size = serialized.reduce((bytes, value) => bytes + value.length, 0);
    const transaction = await makeContractCall({
      contractAddress,
      contractName,
      functionName: fn,
      functionArgs: serialized.map((value) => deserializeCV(value)),
      publicKeys: SIGNERS.map(({ publicKey }) => publicKey),
      numSignatures: SIGNATURES,
      signerKeys: SIGNERS.slice(0, SIGNATURES).map(({ privateKey }) => `${privateKey}01`),
      fee: FEE.base + FEE.perByte * BigInt(size),
      nonce,
      postConditionMode: 'allow',
      network: { ...STACKS_TESTNET, chainId: await chainId() },
    });
    return { bytes: transaction.serializeBytes(), txid: with0x(transaction.txid()) };
  };

  return {
    send(call, { inSameState, own }) {
      const broadcast: typeof rpc.broadcast = (bytes) => inSameState(() => rpc.broadcast(bytes));
      return sendWithFreeNonce({ account: rpc.account, broadcast }, DEFAULT_DEPLOYER, (nonce) => sign(call, nonce), own);
    },
  };
}
