import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import { DevnetError } from '../../error.js';
import { field, listOf, readObject, readText } from '../../json.js';
import type { MiningMode } from '../../mining-mode.js';
import { createMutex } from '../../mutex.js';
import { isMainnet } from '../chains.js';
import type { BitcoinFollower } from '../follow/bitcoin-follower.js';
import { isMinerOutput } from '../follow/commit.js';
import type { MempoolView } from '../follow/mempool.js';
import { createModeMiner } from '../follow/mode-miner.js';
import { mineTenure, type TenureNetwork, waitForSync } from '../follow/tenure.js';
import type { Nodes } from './nodes.js';

/** Mines Bitcoin blocks where anybody may: on regtest. */
export type Miner = {
  /** Resolves when the Stacks node has followed. @returns hashes, oldest first @throws DevnetError UNSUPPORTED, TIMEOUT */
  mine(count: number): Promise<string[]>;
  mode(): MiningMode;
  /** @throws DevnetError UNSUPPORTED for a mode that mines, elsewhere than on regtest */
  setMode(mode: MiningMode): Promise<void>;
  /** To be called when a transaction may wait for a block. */
  wake(): void;
  stop(): void;
};

export type MinerParts = {
  nodes: Nodes;
  network: TenureNetwork;
  mempool: MempoolView;
  follower: BitcoinFollower;
  /** Resolves when everything has been told. */
  caughtUp(): Promise<void>;
  onFailure(error: unknown): void;
};

/** Blocks looked at for the commits of a Stacks miner. */
const LOOK_BACK = 3;
/** bitcoind's code for a method that it does not have, and its HTTP status for one that its `-rpcwhitelist` leaves out. */
const FORBIDDEN = [-32601, 403];

/** Begins in `manual`: whoever runs the nodes may mine already. */
export function createMiner({ nodes, network, mempool, follower, caughtUp, onFailure }: MinerParts): Miner {
  const { bitcoin } = nodes;
  const mutex = createMutex();

  const checkChain = async (): Promise<void> => {
    const chains = await nodes.chains();
    if (chains.bitcoin === 'regtest' && !isMainnet(chains)) return;
    throw new DevnetError('UNSUPPORTED', `blocks cannot be mined on request: the Bitcoin node is on ${chains.bitcoin}, not on regtest`);
  };
  /** Whether a Stacks miner commits to tenures in Bitcoin transactions, which a block must not come before. */
  const hasCommits = async (): Promise<boolean> => {
    if ([...(await mempool.read()).values()].some(({ miner }) => miner)) return true;
    let { hash } = await bitcoin.tip();
    for (let block = 0; block < LOOK_BACK; block++) {
      if ((await blockScripts(bitcoin, hash)).some(isMinerOutput)) return true;
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
      await waitForSync(network);
      return hashes;
    } catch (error) {
      if (!(error instanceof DevnetError && FORBIDDEN.includes(error.rpcCode ?? 0))) throw error;
      throw new DevnetError('UNSUPPORTED', `the Bitcoin node does not let its blocks be mined: ${error.message}`, { cause: error });
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

/** All output scripts (hex) of a block. */
async function blockScripts(bitcoin: BitcoinClient, hash: string): Promise<string[]> {
  const block = readObject(await bitcoin.call('getblock', [hash, 2]), 'getblock');
  return listOf(field(block, 'tx'), 'tx').flatMap((transaction) =>
    listOf(field(readObject(transaction, 'tx'), 'vout'), 'vout').map((output) =>
      readText(readObject(field(readObject(output, 'vout'), 'scriptPubKey'), 'scriptPubKey'), 'hex'),
    ),
  );
}
