import type { BootSource } from '../../stacks/engine.js';
import type { NodeContract } from '../../stacks/node.js';
import { BOOT_ADDRESS, BOOT_CONTRACTS, type Publication } from '../../stacks/node.js';

/** When Clarinet publishes the boot contract that nodes do not have: costs-5. */
const OTHERS: Publication = { epoch: 'Epoch34', clarityVersion: 5 };

/**
 * Returns boot contracts with other sources. Each keeps its epoch and its version of Clarity.
 * @param read the boot contracts of another node
 */
export function replaceSources(read: readonly NodeContract[], sources: readonly BootSource[]): NodeContract[] {
  const own = sources.map(({ name, source, file }): NodeContract => {
    const contract = `${BOOT_ADDRESS}.${name}`;
    const published = read.find((other) => other.contract === contract) ?? BOOT_CONTRACTS.get(name) ?? OTHERS;
    return { contract, source, file, epoch: published.epoch, clarityVersion: published.clarityVersion };
  });
  return [...read.filter(({ contract }) => !own.some((other) => other.contract === contract)), ...own];
}
