import type { Network } from '../network/network.js';
import { keepStacked } from './stacker.js';
import { keepStaked } from './staker.js';

/**
 * Extends the signers' locks that end soon, in the PoX contract of the network's epoch, and waits until the extensions are confirmed. Locks
 * expire silently, and a cycle without signers halts the chain. Call it while a tenure is active.
 * @param burnHeight the height of the Bitcoin chain
 */
export function keepLocked(network: Network, burnHeight: number): Promise<void> {
  return network.timeline.pox === 5 ? keepStaked(network, burnHeight) : keepStacked(network, burnHeight);
}
