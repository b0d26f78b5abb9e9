import type { ClarityValue } from '@stacks/transactions';
import { permitStacking } from '../../../stacks/signing.js';
import type { NetworkKey } from '../../common/boot-plan/network-keys.js';
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

/** Returns the last four arguments: the signer's signature, its key, the maximum amount and the id. */
async function permit(topic: 'stack-stx' | 'stack-extend', stacking: Omit<Stacking, 'burnHeight'>): Promise<ClarityValue[]> {
  const { Cl } = await import('@stacks/transactions');
  const { key, chainId, cycle, cycles, amount, authId } = stacking;
  const permission = { topic, hash: Buffer.from(key.hash, 'hex'), cycle, cycles, amount, authId };
  const signature = permitStacking(permission, { privateKey: key.privateKey, chainId });
  return [Cl.some(Cl.buffer(signature)), Cl.bufferFromHex(key.publicKey), Cl.uint(amount), Cl.uint(authId)];
}

function call(functionName: string, { key, nonce, chainId }: Pick<Stacking, 'key' | 'nonce' | 'chainId'>, functionArgs: ClarityValue[]) {
  return signCall({ signer: key, nonce, chainId, contract: POX_4, functionName, functionArgs });
}
