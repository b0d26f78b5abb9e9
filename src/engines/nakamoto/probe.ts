import { until } from '../follow/until.js';
import type { Network } from './network.js';
import { STACKS_NODE } from './settings/services.js';
import { transferTransaction } from './transactions.js';

/** Deadline in ms for a transfer to be confirmed. */
const CONFIRMED = 20_000;

/**
 * Makes one transfer of the network's own account and waits until it is in a block: the only proof that miner, signers and node
 * work together, and the way to a Stacks block when nobody else has a transaction.
 * @throws DevnetError TIMEOUT
 */
export async function confirmTransfer(network: Network): Promise<void> {
  const confirmed = await sendTransfer(network);
  await confirmed();
}

/** The two halves of it. @returns waits until the transfer is in a block */
export async function sendTransfer({ stacks, keys, services, limits }: Network): Promise<() => Promise<void>> {
  const { probe, miner } = keys;
  const [{ nonce }, { networkId }] = await Promise.all([stacks.account(probe.stx), stacks.info()]);
  await stacks.broadcast(await transferTransaction({ key: probe, nonce, chainId: networkId }, miner.stx));
  return async () => {
    await until({
      what: 'a transfer to be confirmed',
      timeoutMs: CONFIRMED,
      ...limits(),
      explain: () => services().tail(STACKS_NODE),
      look: async (see) => {
        const account = await stacks.account(probe.stx);
        see(`nonce ${account.nonce} of ${probe.stx}`);
        return account.nonce > nonce ? true : undefined;
      },
    });
  };
}
