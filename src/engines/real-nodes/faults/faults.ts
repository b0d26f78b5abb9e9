import { once } from '../../../base/async.js';
import type { EngineFaults, NodeName } from '../../../stacks/engine.js';
import type { BitcoinFollower } from '../../common/follow/bitcoin-follower.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { reorganise } from '../../common/reorganise.js';
import type { Miner } from '../mining/miner.js';
import type { Network } from '../network/network.js';
import { BITCOIND, STACKS_NODE, signerName } from '../settings/services.js';
import { checkReorganisation } from '../stacking/prepare-phase.js';
import type { BlockWriter } from '../supervision/block-writer.js';
import { restartBitcoind } from '../supervision/restart-bitcoind.js';
import type { Conditions } from './conditions.js';

export type FaultParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  blocks: BlockWriter;
  miner: Miner;
  conditions: Conditions;
};

const SERVICES: Record<NodeName, string> = { bitcoin: BITCOIND, stacks: STACKS_NODE };

/** @returns the faults of real nodes, and a function to call when the network closes */
export function createFaults({ network, mempool, follower, blocks, miner, conditions }: FaultParts): {
  faults: EngineFaults;
  close(): void;
} {
  const { environment, keys } = network;
  let release = (): void => undefined;

  /** Holds the miner. @returns a function that lets it continue */
  const hold = async (): Promise<() => Promise<void>> => {
    let held: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      held = miner.pause(
        () =>
          new Promise<void>((end) => {
            release = end;
            begun();
          }),
      );
    });
    return () => {
      release();
      return held;
    };
  };

  const faults: EngineFaults = {
    signers: keys.signers.length,
    async setBlockFaults(blockFaults) {
      conditions.setBlockFaults(blockFaults);
      await network.filterTransactions(!conditions.hasTransactions(follower.tip().height));
    },
    reorganise: (blocks, leftOut) =>
      miner.pause(async () => {
        await checkReorganisation(network, await network.bitcoin.height(), blocks);
        return reorganise(network.bitcoin, blocks, leftOut, async () => {
          await follower.catchUp();
          return miner.mineBranch();
        });
      }),
    async silenceSigner(index) {
      const name = signerName(index);
      await environment.suspend(name);
      conditions.addSilent(1);
      return async () => {
        await environment.resume(name);
        conditions.addSilent(-1);
      };
    },
    async stopNode(node) {
      const service = SERVICES[node];
      const resume = await hold();
      conditions.setStopped(service);
      // The follower would report the transactions of the lost mempool as dropped.
      if (node === 'bitcoin') await follower.stop();
      await network.services().get(service)?.stop();
      return once(async () => {
        if (node === 'bitcoin') await restartBitcoind(network, mempool, blocks);
        else await network.startNode();
        conditions.setStopped(undefined);
        if (node === 'bitcoin') follower.start();
        else miner.interrupted();
        await resume();
        miner.wake();
      });
    },
  };
  return { faults, close: () => release() };
}
