import { DevnetError } from '../../../base/error.js';
import type { Network } from '../network/network.js';
import { extendTransaction, stackTransaction } from './pox-4.js';
import { waitForExtension } from './wait-for-extension.js';

/** The largest number of reward cycles that pox-4 locks for. */
const CYCLES = 12;
/** Locks with fewer remaining cycles are extended. */
const EXTEND_BELOW = 4;

/** Sends the first lock of every signer: twice the minimum, for the maximum number of cycles. */
export async function stack({ stacks, keys, options }: Network): Promise<void> {
  const [pox, { networkId: chainId }] = await Promise.all([stacks.pox(), stacks.info()]);
  for (const key of keys.signers) {
    const { nonce } = await stacks.account(key.stx);
    await stacks.broadcast(
      await stackTransaction({
        key,
        nonce,
        chainId,
        cycle: pox.rewardCycle,
        burnHeight: pox.burnHeight,
        amount: pox.minAmount * 2n,
        cycles: CYCLES,
        authId: 1,
      }),
    );
  }
  options.onProgress?.(`stacking for ${CYCLES} reward cycles`);
}

/** Whether every signer's first lock is confirmed. */
export async function isStacked({ stacks, keys }: Network): Promise<boolean> {
  for (const { stx } of keys.signers) if ((await stacks.account(stx)).unlockHeight === 0) return false;
  return true;
}

/** Checks that a reward cycle has all signers. Without a signer set the chain halts. @throws DevnetError NOT_READY */
export async function checkSigners({ stacks, keys }: Network, cycle: number): Promise<void> {
  const signers = (await stacks.signers(cycle)) ?? [];
  const missing = keys.signers.filter(({ publicKey }) => !signers.includes(publicKey));
  if (missing.length === 0) return;
  throw new DevnetError('NOT_READY', `reward cycle ${cycle} has ${signers.length} signers of ${keys.signers.length}`, {
    lastSeen: signers.length === 0 ? 'an empty reward set' : signers.join(', '),
    hint: 'The stacking transactions were not confirmed before the prepare phase.',
  });
}

/**
 * Extends every lock that ends soon and waits until the extensions are confirmed, before Epoch 4.0.
 * @param burnHeight the height of the Bitcoin chain
 */
export async function keepStacked(network: Network, burnHeight: number): Promise<void> {
  const { stacks, keys, options } = network;
  for (const key of keys.signers) {
    const { unlockHeight, locked, nonce } = await stacks.account(key.stx);
    const left = Math.ceil((unlockHeight - burnHeight) / options.pox.rewardLength);
    if (unlockHeight === 0 || left >= EXTEND_BELOW) continue;
    const [{ rewardCycle: cycle }, { networkId: chainId }] = await Promise.all([stacks.pox(), stacks.info()]);
    // The id makes this permission unique.
    const permission = { cycle, amount: locked * 2n, cycles: CYCLES - left, authId: burnHeight };
    await stacks.broadcast(await extendTransaction({ key, nonce, chainId, ...permission }));
    await waitForExtension(network, key, unlockHeight);
  }
}
