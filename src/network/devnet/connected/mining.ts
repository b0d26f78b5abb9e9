import { defaultTimeout, USUAL_WAIT_MS } from '#platform/default-timeout.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { Devnet } from '../../types.js';
import { blocksUntil, mineBlockByBlock } from '../mine-until.js';
import { checkOptions } from '../options.js';

export type MiningParts = Pick<Devnet, 'mine' | 'status'> & { stacksRpc: StacksClient; closed: AbortSignal };

/** What needs several requests. */
export function createMining({ mine, stacksRpc, status, closed }: MiningParts): Pick<Devnet, 'mineUntil' | 'miningModes'> {
  return {
    async mineUntil(target, limits = {}) {
      checkOptions('mineUntil', limits);
      const [{ bitcoin, stacks, fork }, pox] = await Promise.all([status(), stacksRpc.pox()]);
      const tips = { bitcoin, stacks: { ...stacks, burnHeight: bitcoin.height } };
      const request = blocksUntil(target, tips, { ...pox, fork });
      return request === undefined
        ? { bitcoin: { height: bitcoin.height, hashes: [] }, stacks: { height: stacks.height, hash: stacks.hash } }
        : mineBlockByBlock(request, limits, { mine, waitMs: defaultTimeout(USUAL_WAIT_MS), closed });
    },
    async miningModes() {
      const { bitcoin, stacks } = await status();
      return { bitcoin: bitcoin.mode, stacks: stacks.mode };
    },
  };
}
