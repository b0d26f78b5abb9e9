import type { PreparableNetwork, Preparation } from '../../../stacks/engine.js';
import { mineTenure } from '../../common/follow/tenure.js';
import { keepLocked } from '../stacking/keep-locked.js';
import { checkPreparePhase } from '../stacking/prepare-phase.js';
import type { StateParts } from '../state/stored-state.js';
import { mineToKeepable } from './mine-to-ready.js';

/** The parts of a network that boots. */
export type BootParts = StateParts & Pick<PreparableNetwork, 'subscribe'>;

/** Prepares a booted network, which is then ready again: in a reward phase with enough blocks left. @throws the error of the preparation */
export async function prepareNetwork({ network, mempool, subscribe }: BootParts, preparation: Preparation): Promise<void> {
  const { bitcoin, stacks, options, timeline, keys } = network;
  await preparation.run({
    bitcoin,
    stacks,
    pox: { firstBurnHeight: timeline.firstBurnHeight, ...options.pox },
    signerKey: keys.signers[0]?.privateKey,
    subscribe,
    async mineBitcoin() {
      const height = await bitcoin.height();
      await checkPreparePhase(network, height, true);
      await mineTenure(network, mempool);
      await keepLocked(network, await bitcoin.height());
    },
    // The node's miner decides alone.
    mineStacks: async () => undefined,
    limits: network.limits,
    onProgress: options.onProgress,
  });
  await mineToKeepable(network, mempool);
}
