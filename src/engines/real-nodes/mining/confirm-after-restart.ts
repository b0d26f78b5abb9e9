import type { MempoolView } from '../../follow/mempool.js';
import { mineTenure } from '../../follow/tenure.js';
import { ignoreTimeout } from '../../follow/until.js';
import type { Network } from '../network/network.js';
import { sendTransfer } from './probe.js';

/**
 * Age in ms of a tenure that signers let a miner extend. A stacks-signer demands 30 seconds (`tenure_idle_timeout_secs`), and the time in which it
 * validated the blocks of the tenure.
 */
const EXTENDABLE = 40_000;
/** Timeout in ms for the extension. */
const EXTENDED = 8_000;

/**
 * Waits until a restarted node has confirmed a transfer of the network's own. Its miner at once proposes to extend the tenure that was active
 * before, with the pending transactions. Signers reject that in a young tenure, so that a Bitcoin block has to begin another one. In an old one
 * that block would only interrupt the extension.
 * @param age the time in ms since the node was stopped
 * @throws DevnetError TIMEOUT
 */
export async function confirmAfterRestart(network: Network, mempool: MempoolView, age: number): Promise<void> {
  const confirmed = await sendTransfer(network);
  const isConfirmed = (): Promise<boolean | undefined> => confirmed(EXTENDED).then(() => true, ignoreTimeout);
  if (age >= EXTENDABLE && (await isConfirmed())) return;
  // The first block of the tenure contains the transfer.
  await mineTenure(network, mempool);
  await confirmed();
}
