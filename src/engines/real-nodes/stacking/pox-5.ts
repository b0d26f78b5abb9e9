import { POX_5 } from '../../../stacks/pox-5.js';
import { grantToManager } from '../../../stacks/signing.js';
import type { NetworkKey } from '../../common/boot-plan/network-keys.js';
import { MANAGER, MANAGER_CLARITY, MANAGER_SOURCE, managerOf } from '../../common/boot-plan/signer-manager.js';
import { signCall, signDeployment } from '../transactions/sign.js';

type Sent = {
  /** The signer, who stakes by the same key. */
  key: NetworkKey;
  nonce: number;
  chainId: number;
};

/** Signs the deployment of the signer's manager, which is possible from Epoch 4.0 on. */
export function managerTransaction({ key, ...sent }: Sent): Promise<Uint8Array> {
  return signDeployment({ ...sent, signer: key, name: MANAGER, source: MANAGER_SOURCE, clarityVersion: MANAGER_CLARITY });
}

/** Signs the registration of the signer by its manager, with the signer's permission. */
export async function registerTransaction({ key, ...sent }: Sent): Promise<Uint8Array> {
  const { Cl } = await import('@stacks/transactions');
  const manager = managerOf(key);
  // The manager registers once, so that one id is enough.
  const authId = 1;
  const signature = grantToManager({ manager, authId }, { privateKey: key.privateKey, chainId: sent.chainId });
  const functionArgs = [Cl.principal(manager), Cl.bufferFromHex(key.publicKey), Cl.uint(authId), Cl.buffer(signature)];
  return signCall({ ...sent, signer: key, contract: manager, functionName: 'register', functionArgs });
}

export type Stake = Sent & {
  /** Micro-STX to lock. */
  amount: bigint;
  /** Reward cycles from the next one on, at most 96. */
  cycles: number;
  /** A Bitcoin height of the current reward cycle. */
  burnHeight: number;
};

/** Signs a `stake` call. */
export async function stakeTransaction({ key, amount, cycles, burnHeight, ...sent }: Stake): Promise<Uint8Array> {
  const { Cl } = await import('@stacks/transactions');
  const functionArgs = [Cl.principal(managerOf(key)), Cl.uint(amount), Cl.uint(cycles), Cl.uint(burnHeight), Cl.none()];
  return signCall({ ...sent, signer: key, contract: POX_5, functionName: 'stake', functionArgs });
}

/** Signs a `stake-update` call that extends the stake by `cycles`. */
export async function updateTransaction({ key, cycles, ...sent }: Sent & { cycles: number }): Promise<Uint8Array> {
  const { Cl } = await import('@stacks/transactions');
  const manager = Cl.principal(managerOf(key));
  const functionArgs = [manager, manager, Cl.uint(cycles), Cl.uint(0), Cl.none()];
  return signCall({ ...sent, signer: key, contract: POX_5, functionName: 'stake-update', functionArgs });
}
