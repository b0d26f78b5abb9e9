import type { StacksClient } from '../../chains/stacks/client/client.js';
import { defaultTimeout, USUAL_WAIT_MS } from '../../config/default-timeout.js';
import { mineAnswer, miningAnswer } from '../answers/mining.js';
import { readAnswer } from '../answers/read.js';
import { blocksUntil, mineBlockByBlock } from '../mine-until.js';
import { checkOptions } from '../options.js';
import type { Devnet } from '../types.js';
import type { Control } from './control.js';

export type MiningParts = { control: Control; stacksRpc: StacksClient; status: Devnet['status']; closed: AbortSignal };

/** The calls that mine blocks. */
export type Mining = Pick<Devnet, 'mine' | 'mineUntil' | 'miningModes' | 'setMining'>;

export function createMining({ control, stacksRpc, status, closed }: MiningParts): Mining {
  const mine: Mining['mine'] = async (request) => readAnswer(mineAnswer, (await control('POST', '/mine', { body: request })).body);
  return {
    mine,
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
    setMining: async (modes) => readAnswer(miningAnswer, (await control('PUT', '/mining', { body: modes })).body),
  };
}
