import type { ClarityValue, StacksTransactionWire } from '@stacks/transactions';
import type { NetworkKey } from '../network/keys.js';

type Signed = { key: NetworkKey; nonce: number; chainId: number };

/**
 * Fee of a call in micro-STX. The node's fee estimate on a young chain comes from these calls of up to 800 bytes, so that the fee is
 * little above the floor of 1 per byte.
 */
const CALL_FEE = 1_000n;
/** Version byte of a P2PKH address in PoX contracts. */
const P2PKH = '00';
const POX_4 = { contractAddress: 'ST000000000000000000002AMW42H', contractName: 'pox-4' };

export type Stacking = Signed & {
  /** The current reward cycle and Bitcoin height. */
  cycle: number;
  burnHeight: number;
  /** Micro-STX to lock. */
  amount: bigint;
  /** Reward cycles, at most 12. */
  cycles: number;
  /** Makes the signer's permission unique. */
  authId: number;
};

/** Signs a `stack-stx` call from the next reward cycle on, with the signer's permission by the same key. */
export async function stackTransaction(stacking: Stacking): Promise<Uint8Array> {
  const { Cl } = await import('@stacks/transactions');
  const { key, amount, burnHeight, cycles } = stacking;
  const permission = await permit('stack-stx', stacking);
  return call('stack-stx', stacking, [
    Cl.uint(amount),
    Cl.tuple({ version: Cl.bufferFromHex(P2PKH), hashbytes: Cl.bufferFromHex(key.hash) }),
    Cl.uint(burnHeight),
    Cl.uint(cycles),
    ...permission,
  ]);
}

/** Signs a `stack-extend` call by `cycles`. */
export async function extendTransaction(stacking: Omit<Stacking, 'burnHeight'>): Promise<Uint8Array> {
  const { Cl } = await import('@stacks/transactions');
  const { key, cycles } = stacking;
  const permission = await permit('stack-extend', stacking);
  return call('stack-extend', stacking, [
    Cl.uint(cycles),
    Cl.tuple({ version: Cl.bufferFromHex(P2PKH), hashbytes: Cl.bufferFromHex(key.hash) }),
    ...permission,
  ]);
}

/** Returns the last four arguments: the signer's signature (SIP-018, domain `pox-4-signer`), its key, the maximum amount and the id. */
async function permit(
  topic: 'stack-stx' | 'stack-extend',
  { key, chainId, cycle, cycles, amount, authId }: Omit<Stacking, 'burnHeight'>,
): Promise<ClarityValue[]> {
  const { Cl, signStructuredData } = await import('@stacks/transactions');
  const signature = signStructuredData({
    domain: Cl.tuple({ name: Cl.stringAscii('pox-4-signer'), version: Cl.stringAscii('1.0.0'), 'chain-id': Cl.uint(chainId) }),
    message: Cl.tuple({
      'pox-addr': Cl.tuple({ version: Cl.bufferFromHex(P2PKH), hashbytes: Cl.bufferFromHex(key.hash) }),
      'reward-cycle': Cl.uint(cycle),
      topic: Cl.stringAscii(topic),
      period: Cl.uint(cycles),
      'max-amount': Cl.uint(amount),
      'auth-id': Cl.uint(authId),
    }),
    privateKey: `${key.privateKey}01`,
  });
  return [Cl.some(Cl.bufferFromHex(signature)), Cl.bufferFromHex(key.publicKey), Cl.uint(amount), Cl.uint(authId)];
}

async function call(functionName: string, { key, nonce, chainId }: Signed, functionArgs: ClarityValue[]): Promise<Uint8Array> {
  const { makeContractCall } = await import('@stacks/transactions');
  const transaction: StacksTransactionWire = await makeContractCall({
    ...POX_4,
    functionName,
    functionArgs,
    senderKey: `${key.privateKey}01`,
    fee: CALL_FEE,
    nonce,
    postConditionMode: 'allow',
    network: await testnet(chainId),
  });
  return transaction.serializeBytes();
}

async function testnet(chainId: number) {
  const { STACKS_TESTNET } = await import('@stacks/network');
  return { ...STACKS_TESTNET, chainId };
}
