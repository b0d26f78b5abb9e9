import { createMutex } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { field, listOf, readObject, readText } from '../../base/json.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import { isMainnet } from '../../stacks/engine.js';
import type { MiningMode } from '../../stacks/mining-mode.js';
import type { BitcoinFollower } from '../common/follow/bitcoin-follower.js';
import { isProducerOutput } from '../common/follow/commit.js';
import type { MempoolView } from '../common/follow/mempool.js';
import { createModeMiner } from '../common/follow/mode-miner.js';
import { mineTenure, type TenureNetwork, waitForLastTenure } from '../common/follow/tenure.js';
import type { Nodes } from './nodes.js';

/** Mines Bitcoin blocks on regtest. */
export type Miner = {
  /**
   * Resolves when the Stacks node has the block of the new tenure. @returns hashes, oldest first @throws DevnetError UNSUPPORTED on other
   * chains, TIMEOUT
   */
  mine(count: number): Promise<string[]>;
  mode(): MiningMode;
  /** @throws DevnetError UNSUPPORTED for `auto` and intervals on other chains than regtest */
  setMode(mode: MiningMode): Promise<void>;
  /** To call when a transaction may be pending. */
  wake(): void;
  stop(): void;
};

export type MinerParts = {
  nodes: Nodes;
  network: TenureNetwork;
  mempool: MempoolView;
  follower: BitcoinFollower;
  /** Resolves when all blocks so far have been reported. */
  caughtUp(): Promise<void>;
  onFailure(error: unknown): void;
};

/** How many blocks are searched for commits of a Stacks miner. */
const LOOK_BACK = 3;
/** bitcoind's code of an unknown method, and its HTTP status for a method that `-rpcwhitelist` forbids. */
const FORBIDDEN = [-32601, 403];

/** Begins in `manual`, because another program may mine already. */
export function createMiner({ nodes, network, mempool, follower, caughtUp, onFailure }: MinerParts): Miner {
  const { bitcoin } = nodes;
  const mutex = createMutex();

  const checkChain = async (): Promise<void> => {
    const chains = await nodes.chains();
    if (chains.bitcoin === 'regtest' && !isMainnet(chains)) return;
    throw new DevnetError('UNSUPPORTED', `blocks cannot be mined on request: the Bitcoin node is on ${chains.bitcoin}, not on regtest`);
  };
  /** Whether a Stacks miner commits to tenures in Bitcoin transactions. Then a block must wait for the commit. */
  const hasCommits = async (): Promise<boolean> => {
    if ([...(await mempool.read()).values()].some(({ isProducers }) => isProducers)) return true;
    let { hash } = await bitcoin.tip();
    for (let block = 0; block < LOOK_BACK; block++) {
      if ((await blockScripts(bitcoin, hash)).some(isProducerOutput)) return true;
      const { previousHash } = await bitcoin.header(hash);
      if (previousHash === undefined) return false;
      hash = previousHash;
    }
    return false;
  };
  const mineOne = async (): Promise<string[]> => {
    await checkChain();
    try {
      if (await hasCommits()) {
        const blocks = await mineTenure(network, mempool);
        return blocks.map(({ hash }) => hash);
      }
      const hashes = await bitcoin.generate(1, network.coinbaseAddress);
      await waitForLastTenure(network);
      return hashes;
    } catch (error) {
      if (!(error instanceof DevnetError && FORBIDDEN.includes(error.rpcCode ?? 0))) throw error;
      throw new DevnetError('UNSUPPORTED', `the Bitcoin node does not allow mining: ${error.message}`, { cause: error });
    } finally {
      await caughtUp();
    }
  };
  const byMode = createModeMiner({ mutex, follower, mineOne, onFailure });

  return {
    async mine(count) {
      const hashes: string[] = [];
      while (hashes.length < count) hashes.push(...(await mutex.run(mineOne)));
      return hashes;
    },
    mode: byMode.mode,
    async setMode(next) {
      if (next !== 'manual') await checkChain();
      await byMode.setMode(next);
    },
    wake: byMode.wake,
    stop: byMode.stop,
  };
}

/** Returns all output scripts of a block as hex. */
async function blockScripts(bitcoin: BitcoinClient, hash: string): Promise<string[]> {
  const block = readObject(await bitcoin.call('getblock', [hash, 2]), 'getblock');
  return listOf(field(block, 'tx'), 'tx').flatMap((transaction) =>
    listOf(field(readObject(transaction, 'tx'), 'vout'), 'vout').map((output) =>
      readText(readObject(field(readObject(output, 'vout'), 'scriptPubKey'), 'scriptPubKey'), 'hex'),
    ),
  );
}
