import type { MempoolView } from '../../common/follow/mempool.js';
import { mineEmptyBlock, mineTenure, waitForSync } from '../../common/follow/tenure.js';
import { ignoreTimeout, until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';
import { datedBack } from './dated-back.js';

/** Walks along the Bitcoin chain of a booting network. Every step resolves when stacks-node has followed. */
export type BootSteps = {
  /** Waits for a miner's transaction for the next block, then mines that block, for Epoch 2. @returns whether a commit was in it */
  round(timeoutMs: number): Promise<{ height: number; elected: boolean }>;
  /** Mines empty blocks up to a height, in bursts. */
  jump(to: number): Promise<void>;
  /** Mines a block that begins a tenure of Nakamoto, or several until one does. @returns the height */
  tenure(): Promise<number>;
};

/** The largest number of blocks that stacks-node has to follow at once. It takes 20 to 40 ms for each, before the wait for it times out. */
const BURST = 200;
/** Timeout in ms for the Stacks block of an elected miner of Epoch 2. */
const EARLY_BLOCK = 4_000;

export function createBootSteps(network: Network, mempool: MempoolView): BootSteps {
  const { bitcoin, stacks } = network;
  /**
   * Commits from before a jump. After a multiple of five blocks they seem to be meant for the next block again, but the Stacks block of
   * such a commit is invalid.
   */
  const stale = new Set<string>();
  const fresh: MempoolView = {
    read: async () => new Map([...(await mempool.read())].filter(([txid]) => !stale.has(txid))),
    last: mempool.last,
  };
  const explain = (): Promise<string> => network.explain('node');

  return {
    async round(timeoutMs) {
      const tip = await bitcoin.height();
      const found = await until({
        ...network.limits(),
        explain,
        what: "a Stacks miner's transaction",
        timeoutMs,
        look: async (see) => {
          const entries = [...(await fresh.read()).values()];
          see(`${entries.length} transactions in the Bitcoin mempool`);
          return entries.find(({ isProducers, commit }) => isProducers && (commit === undefined || commit.follows(tip)));
        },
      }).catch(ignoreTimeout);
      await bitcoin.generate(1, network.coinbaseAddress);
      return { height: await waitForSync(network), elected: found?.commit !== undefined };
    },
    async jump(to) {
      let height = await bitcoin.height();
      if (height >= to) return;
      for (const [txid, { isProducers }] of await mempool.read()) if (isProducers) stale.add(txid);
      while (height < to) {
        const last = Math.min(to, height + BURST);
        await datedBack(bitcoin, async () => {
          for (; height < last; height++) await mineEmptyBlock(network);
        });
        height = await waitForSync(network);
      }
    },
    async tenure() {
      // A commit on an older Stacks block than the last one of Epoch 2 would win, but begin no tenure.
      await until({
        ...network.limits(),
        explain,
        what: "the last Bitcoin block's Stacks block",
        timeoutMs: EARLY_BLOCK,
        look: async () => {
          const [{ elected, consensusHash }, { tipConsensusHash }] = await Promise.all([stacks.sortition(), stacks.info()]);
          return !elected || tipConsensusHash === consensusHash ? true : undefined;
        },
      }).catch(ignoreTimeout);
      const blocks = await mineTenure(network, fresh);
      return blocks.at(-1)?.height ?? bitcoin.height();
    },
  };
}
