import type { Mutex } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { createBitcoinClient } from '../../bitcoin/client.js';
import { NO_BLOCK_FAULTS } from '../../stacks/block-faults.js';
import { type EngineFaults, isSigned, type NodeName } from '../../stacks/engine.js';
import type { RpcFaults } from '../../stacks/rpc-faults.js';
import { reorganise } from '../common/reorganise.js';
import type { Nodes } from './boot.js';
import type { Follower } from './follower.js';
import type { Listening } from './listen.js';
import type { Miner } from './miner.js';

export type FaultParts = Pick<Nodes, 'bitcoin' | 'stacks' | 'fork'> & { follower: Follower; miner: Miner; listening: Listening };

/** The nodes of this process have no signers: they behave as those of a network with one. */
const SIGNERS = 1;

/** @param branches runs one change of Bitcoin's branch at a time */
export function createFaults({ bitcoin, stacks, fork, follower, miner, listening }: FaultParts, branches: Mutex): EngineFaults {
  const bitcoinRpc = createBitcoinClient(listening.services.bitcoin);
  const offset = fork?.bitcoinOffset ?? 0;
  let { hasCommit } = NO_BLOCK_FAULTS;
  let silent = 0;
  const isDown: Record<NodeName, boolean> = { bitcoin: false, stacks: false };
  const isHalted = (): boolean => isDown.stacks || !isSigned(SIGNERS, silent);
  follower.setBegins((height) => hasCommit(height) && !isHalted());
  const update = async (): Promise<void> => {
    stacks.setHalted(isHalted());
    if (!isHalted()) await follower.release();
  };

  return {
    signers: SIGNERS,
    async setBlockFaults(blockFaults) {
      hasCommit = blockFaults.hasCommit;
      stacks.setBlockFaults({ hasTransactions: (height) => blockFaults.hasTransactions(height - offset) });
    },
    async reorganise(blocks, leftOut) {
      const lowest = bitcoin.lowestFork();
      const url = lowest === bitcoin.base().height ? bitcoin.origin?.url : fork?.url;
      if (url !== undefined && bitcoin.tip().height - blocks < lowest) {
        const point = `block ${lowest}, from which the fork continues ${url}`;
        const message = `NOT_IN_FORK: a reorganisation of ${blocks} blocks goes below ${point}`;
        const hint = `Abandon at most ${bitcoin.tip().height - lowest} blocks, or fork again with a lower height.`;
        throw new DevnetError('UNSUPPORTED', `${message}. ${hint}`, { field: 'blocks', hint });
      }
      const resume = miner.hold();
      try {
        return await branches.run(() => reorganise(bitcoinRpc, blocks, leftOut, () => miner.mine(blocks + 1)));
      } finally {
        resume();
      }
    },
    async silenceSigner() {
      silent++;
      await update();
      return async () => {
        silent--;
        await update();
      };
    },
    async stopNode(node) {
      const resume = miner.hold();
      isDown[node] = true;
      await update();
      const start = await listening.stop(node);
      return async () => {
        await start();
        isDown[node] = false;
        await update();
        resume();
      };
    },
    setRpcFaults: (rpcFaults: RpcFaults | undefined) => listening.setRpcFaults(rpcFaults),
  };
}
