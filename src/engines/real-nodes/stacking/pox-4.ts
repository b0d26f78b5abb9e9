import type { ClarityValue } from '@stacks/transactions';
import type { NetworkKey } from '../network/keys.js';
import { signCall } from '../transactions/sign.js';

/** Version byte of a P2PKH address in PoX contracts. */
const P2PKH = '00';
const POX_4 = 'ST000000000000000000002AMW42H.pox-4';

export type Stacking = {
  key: NetworkKey;
  nonce: number;
  chainId: number;
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

function call(functionName: string, { key, nonce, chainId }: Pick<Stacking, 'key' | 'nonce' | 'chainId'>, functionArgs: ClarityValue[]) {
  return signCall({ signer: key, nonce, chainId, contract: POX_4, functionName, functionArgs });
}
