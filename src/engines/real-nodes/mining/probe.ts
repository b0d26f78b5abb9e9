import { signTransfer } from '../../../stacks/signing.js';
import { until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';

/** Timeout in ms for a confirmed transfer. */
const CONFIRMED = 20_000;
/**
 * The node's fee estimate on a young chain comes from such transfers of 180 bytes, so that the fee is little above the floor of 1 per byte.
 */
const TRANSFER = { amount: 1n, fee: 300n, memo: '' };

/**
 * Sends a transfer from the network's own account and waits until it is in a block. This proves that miner, signers and node work
 * together, and makes a Stacks block if no other transaction is pending.
 * @throws DevnetError TIMEOUT
 */
export async function confirmTransfer(network: Network): Promise<void> {
  const confirmed = await sendTransfer(network);
  await confirmed();
}

/** Sends the transfer only. @returns a function that waits until it is in a block @throws DevnetError TIMEOUT */
export async function sendTransfer({ stacks, keys, explain, limits }: Network): Promise<(timeoutMs?: number) => Promise<void>> {
  const { probe, miner } = keys;
  const [{ nonce }, { networkId }] = await Promise.all([stacks.account(probe.stx), stacks.info()]);
  const { bytes } = await signTransfer({ ...TRANSFER, privateKey: probe.privateKey, recipient: miner.stx, nonce, chainId: networkId });
  await stacks.broadcast(bytes);
  return async (timeoutMs = CONFIRMED) => {
    await until({
      what: 'a transfer to be confirmed',
      timeoutMs,
      ...limits(),
      explain: () => explain('node'),
      look: async (see) => {
        const account = await stacks.account(probe.stx);
        see(`nonce ${account.nonce} of ${probe.stx}`);
        return account.nonce > nonce ? true : undefined;
      },
    });
  };
}
