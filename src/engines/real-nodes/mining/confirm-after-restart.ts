import { ignoreTimeout } from '../../common/follow/until.js';

/** What the first confirmed transfer after a restart needs. */
export type Restart = {
  /** The time in ms since the node was stopped. */
  age: number;
  /** The number of signers. */
  signers: number;
  /** Sends a transfer. @returns a function that waits until it is in a block, or rejects with TIMEOUT */
  send(): Promise<(timeoutMs?: number) => Promise<void>>;
  /** Mines a Bitcoin block and waits until its tenure has begun. */
  mine(): Promise<unknown>;
};

/**
 * The age in ms from which the signers of a tenure let its miner extend it. A stacks-signer demands 30 seconds
 * (`tenure_idle_timeout_secs`), and the time in which it validated the blocks of the tenure.
 */
const EXTENDABLE = 40_000;
/**
 * Timeout in ms for the block that extends the tenure. On a busy machine stacks-node may look at its last sortition before it has loaded
 * its key ("Trying to start new tenure, but no VRF key active"), and proposes nothing until the next Bitcoin block. Several signers, which
 * ask the node while it starts, caused that in each of five trials.
 */
const EXTENDED = 3_000;

/**
 * Waits until a restarted node has confirmed a transfer. Its miner at once proposes to extend the tenure that was active before, with the
 * pending transactions. The signers reject that in a young tenure, so that a Bitcoin block has to begin another one. In an older tenure
 * that block would interrupt the extension.
 * @throws DevnetError TIMEOUT
 */
export async function confirmAfterRestart({ age, signers, send, mine }: Restart): Promise<void> {
  const confirmed = await send();
  const extended = signers === 1 && age >= EXTENDABLE && (await confirmed(EXTENDED).then(() => true, ignoreTimeout));
  if (extended) return;
  // The first block of the next tenure contains the transfer.
  await mine();
  await confirmed();
}
