import { DevnetError } from '../../../base/error.js';
import { serializedHex, UIntValue } from '../../../clarity/values.js';
import { POX_5 } from '../../../stacks/pox-5.js';
import { until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';
import { readOnly } from '../transactions/read-only.js';
import { managerTransaction, registerTransaction, stakeTransaction, updateTransaction } from './pox-5.js';
import { waitForExtension } from './wait-for-extension.js';

/** The largest number of reward cycles that pox-5 locks for. */
const CYCLES = 96;
/** The stakes of more signers for that long would not fit into the write budget of one tenure. */
const SIGNERS_OF_A_TENURE = 8;
/** Stakes with fewer remaining cycles are extended. */
const EXTEND_BELOW = 4;
/** A serialized `none`. */
const NONE = '0x09';
/** Timeout in ms for confirmed transactions. */
const CONFIRMED = 30_000;

/** Sends the deployments of the signers' managers. Call it in Epoch 4.0. @returns a function that waits until they are confirmed */
export async function deployManagers(network: Network): Promise<() => Promise<void>> {
  const { stacks, keys } = network;
  const { networkId: chainId } = await stacks.info();
  const sent = new Map<string, number>();
  for (const key of keys.signers) {
    const { nonce } = await stacks.account(key.stx);
    await stacks.broadcast(await managerTransaction({ key, nonce, chainId }));
    sent.set(key.stx, nonce);
  }
  return () => waitForNonces(network, sent, "the signers' managers to be deployed");
}

/**
 * Registers every signer and stakes twice the minimum for it, and waits until the stakes are confirmed. The managers must be there.
 * Without stakes, no tenure of the next prepare phase has a signer set, which halts the chain for good.
 * @throws DevnetError TIMEOUT, NOT_READY if pox-5 refuses a stake
 */
export async function stakeSigners(network: Network): Promise<void> {
  const { stacks, keys, options } = network;
  const [{ minAmount, burnHeight }, { networkId: chainId }] = await Promise.all([stacks.pox(), stacks.info()]);
  const cycles = longestStake(keys.signers.length);
  const sent = new Map<string, number>();
  for (const key of keys.signers) {
    const { nonce } = await stacks.account(key.stx);
    await stacks.broadcast(await registerTransaction({ key, nonce, chainId }));
    const stake = { amount: minAmount * 2n, cycles, burnHeight };
    await stacks.broadcast(await stakeTransaction({ key, nonce: nonce + 1, chainId, ...stake }));
    sent.set(key.stx, nonce + 1);
  }
  await waitForNonces(network, sent, 'the stakes of the signers');
  for (const { stx } of keys.signers) {
    if ((await stacks.account(stx)).unlockHeight > 0) continue;
    throw new DevnetError('NOT_READY', `pox-5 refused the stake of the signer ${stx}`, {
      lastSeen: `nothing is locked at Bitcoin block ${burnHeight}`,
      hint: await network.explain('node'),
    });
  }
  options.onProgress?.(`staked for ${cycles} reward cycles`);
}

/** Returns the number of cycles for which all signers can stake in one tenure. */
export function longestStake(signers: number): number {
  return Math.min(CYCLES, Math.floor((CYCLES * SIGNERS_OF_A_TENURE) / signers));
}

/**
 * Extends every stake that ends soon and waits until the extensions are confirmed. Call it while a tenure is active. It does nothing in a
 * prepare phase, in which pox-5 refuses extensions.
 * @param burnHeight the height of the Bitcoin chain
 */
export async function keepStaked(network: Network, burnHeight: number): Promise<void> {
  const { stacks, keys, options, timeline } = network;
  const { rewardLength, prepareLength } = options.pox;
  const since = burnHeight - timeline.firstBurnHeight;
  if (since % rewardLength >= rewardLength - prepareLength) return;
  for (const key of keys.signers) {
    const { unlockHeight, nonce } = await stacks.account(key.stx);
    // Cycles after the current one in which the stake is locked.
    const left = Math.floor((unlockHeight - timeline.firstBurnHeight) / rewardLength) - Math.floor(since / rewardLength) - 1;
    if (unlockHeight === 0 || left >= EXTEND_BELOW) continue;
    const { networkId: chainId } = await stacks.info();
    const cycles = longestStake(keys.signers.length) - left;
    await stacks.broadcast(await updateTransaction({ key, nonce, chainId, cycles }));
    await waitForExtension(network, key, unlockHeight);
  }
}

/** Whether pox-5 has a signer for a reward cycle. */
export async function hasStakers({ stacks }: Pick<Network, 'stacks'>, cycle: number): Promise<boolean> {
  const argument = serializedHex(new UIntValue(BigInt(cycle)));
  return (await readOnly(stacks, POX_5, 'get-signer-set-first-item-for-cycle', [`0x${argument}`])) !== NONE;
}

/** Waits until each account's transaction with the given nonce is in a block. */
async function waitForNonces({ stacks, explain, limits }: Network, sent: ReadonlyMap<string, number>, what: string): Promise<void> {
  await until({
    what,
    timeoutMs: CONFIRMED,
    ...limits(),
    explain: () => explain('node'),
    look: async (see) => {
      for (const [address, nonce] of sent) {
        const account = await stacks.account(address);
        see(`nonce ${account.nonce} of ${address}, after transaction ${nonce}`);
        if (account.nonce <= nonce) return undefined;
      }
      return true;
    },
  });
}
