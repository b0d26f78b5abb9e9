import { isRecord } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { Engine } from '../../../stacks/engine.js';
import type { MineResult } from '../../data.js';
import type { Mining } from '../../operations/network.js';
import { checkModes } from '../check-modes.js';
import { checkMine } from '../mine-request.js';
import { blocksUntil, mineBlockByBlock } from '../mine-until.js';
import { checkOptions } from '../options.js';
import type { BridgePart } from './bridge.js';

export type MiningParts = {
  engine: Engine;
  stacksRpc: StacksClient;
  bridge: Pick<BridgePart, 'loaded'>;
  /** @throws DevnetError NOT_REACHABLE while a node is stopped */
  requireNodes(): void;
  waitMs(): number;
  closed: AbortSignal;
};

export function createMining({ engine, stacksRpc, bridge, requireNodes, waitMs, closed }: MiningParts): Mining {
  const mined = (hashes: string[]): MineResult => {
    const { bitcoin, stacks } = engine.tips();
    return { bitcoin: { height: bitcoin.height, hashes }, stacks: { height: stacks.height, hash: stacks.hash } };
  };
  /** While the bridge has something to do, mines one block at a time, so that the next one has what it sent. */
  const mineBitcoin = async (blocks: number): Promise<string[]> => {
    const hashes: string[] = [];
    while (hashes.length < blocks) {
      const loaded = bridge.loaded();
      const isBusy = loaded?.isBusy() === true;
      hashes.push(...(await engine.mineBitcoin(isBusy ? 1 : blocks - hashes.length)));
      if (isBusy) await loaded?.settled();
    }
    return hashes;
  };
  const mine: Mining['mine'] = async (request) => {
    const { bitcoin: bitcoinBlocks, stacks: stacksBlocks } = checkMine(request);
    requireNodes();
    const hashes = bitcoinBlocks === undefined ? [] : await mineBitcoin(bitcoinBlocks);
    if (stacksBlocks !== undefined) await engine.mineStacks(stacksBlocks);
    return mined(hashes);
  };
  return {
    mine,
    async mineUntil(target, options = {}) {
      checkOptions('mineUntil', options);
      const { epochs } = isRecord(target) && 'epoch' in target ? await stacksRpc.pox() : {};
      const request = blocksUntil(target, engine.tips(), { ...engine.pox, fork: engine.fork, epochs });
      return request === undefined ? mined([]) : mineBlockByBlock(request, options, { mine, waitMs: waitMs(), closed });
    },
    miningModes: async () => engine.miningModes(),
    async setMining(modes) {
      const checked = checkModes(modes);
      requireNodes();
      await engine.setMining(checked);
      return engine.miningModes();
    },
  };
}
