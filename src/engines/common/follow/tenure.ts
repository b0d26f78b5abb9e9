import { DevnetError } from '../../../base/error.js';
import type { Clock } from '../../../base/wait.js';
import type { BitcoinClient } from '../../../bitcoin/client.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { MempoolView } from './mempool.js';
import { ignoreTimeout, until } from './until.js';

/** The nodes that mine tenures. */
export type TenureNetwork = {
  readonly bitcoin: BitcoinClient;
  readonly stacks: StacksClient;
  /** The address that receives coinbases. */
  readonly coinbaseAddress: string;
  /** The signals that end every wait, and the clock of its timeout, by default the wall clock. */
  limits(): { ends: AbortSignal; signal: AbortSignal | undefined; clock?: Clock | undefined };
  /** Explains a step of the node or the signers that timed out, for example by their last output. */
  explain(step: 'node' | 'signers'): Promise<string>;
};

/** A Bitcoin block, and whether it elected a Stacks miner. */
export type MinedBlock = { height: number; hash: string; elected: boolean };

/** Timeouts in ms of the steps from commit to tenure. */
const COMMIT = 10_000;
/** Of each next block that the node has to follow. */
const FOLLOW = 30_000;
const SORTITION = 10_000;
const TENURE = 8_000;
const BRANCH_TENURE = 3_000;
/** The largest number of blocks that are mined because the node does not follow. */
const LENGTHENINGS = 2;
/** The largest numbers of Bitcoin blocks without an election, and of elections without a tenure. */
const ELECTIONS = 8;
const TENURES = 3;

/**
 * Mines Bitcoin blocks until one has elected a miner and its tenure has begun: usually one.
 *
 * The block is mined once the miner's commit names the first block of the active tenure and that Bitcoin block. A commit to an older tenure
 * would win, too, but then the miner continues its old tenure while the signers wait for a new one, and no Stacks block is accepted any
 * more. Several blocks are needed if a commit did not win ("Miner did not mine often enough to win", after a restart) or its tenure did not
 * begin: a block with a new commit fixes both.
 * @returns the blocks, oldest first
 * @throws DevnetError TIMEOUT naming the missing step, or how a service ended
 */
export async function mineTenure(network: TenureNetwork, mempool: MempoolView): Promise<MinedBlock[]> {
  const blocks: MinedBlock[] = [];
  let withoutElection = 0;
  let withoutTenure = 0;
  for (;;) {
    blocks.push(...(await sync(network)));
    await ((await hasFreshCommit(network, mempool)) ? mineBlock(network) : mineEmptyBlock(network));
    const mined = await network.bitcoin.tip();
    const more = await sync(network);
    if (more.length > 0) {
      blocks.push({ ...mined, elected: false }, ...more);
      continue;
    }
    const sortition = await lastSortition(network);
    const { burnHeight: height, burnHash: hash, elected } = sortition;
    blocks.push({ height, hash, elected });
    if (elected) {
      try {
        await waitForTenure(network, sortition.consensusHash, height);
        return blocks;
      } catch (error) {
        ignoreTimeout(error);
        if (++withoutTenure >= TENURES) throw error;
      }
    } else if (++withoutElection >= ELECTIONS) {
      throw new DevnetError('TIMEOUT', `${ELECTIONS} Bitcoin blocks elected no Stacks miner`, {
        lastSeen: `no sortition at Bitcoin block ${height}`,
        hint: await network.explain('node'),
      });
    }
  }
}

/**
 * Waits until the node is at Bitcoin's tip. It mines blocks as long as Bitcoin's chain is not longer than one that Bitcoin has abandoned
 * and the node knows: then the node follows. Of a block that a killed bitcoind has lost, the node may have the header only. A commit that
 * was pending may have won a block of the branch. The miner begins that tenure now, and a commit from before would be to an older one.
 * @returns the blocks
 */
async function sync(network: TenureNetwork): Promise<MinedBlock[]> {
  const blocks: MinedBlock[] = [];
  let unfollowed = 0;
  for (;;) {
    if (!(await hasLeftBlocks(network))) {
      try {
        await waitForSync(network);
        break;
      } catch (error) {
        ignoreTimeout(error);
        if (++unfollowed > LENGTHENINGS) throw error;
      }
    }
    blocks.push({ ...(await mineBlock(network)), elected: false });
  }
  if (blocks.length > 0) {
    const { tenure, burnHeight } = await lastSortition(network);
    await waitForTenure(network, tenure, burnHeight, BRANCH_TENURE).catch(ignoreTimeout);
  }
  return blocks;
}

/** Whether Bitcoin abandoned blocks that the node has. */
async function hasLeftBlocks({ bitcoin, stacks }: TenureNetwork): Promise<boolean> {
  const [tip, sortition] = await Promise.all([bitcoin.tip(), stacks.sortition()]);
  return sortition.burnHeight >= tip.height && sortition.burnHash !== tip.hash;
}

/** Whether the miner's commit to the active tenure is in the mempool before the timeout. */
async function hasFreshCommit(network: TenureNetwork, mempool: MempoolView): Promise<boolean> {
  try {
    await until({
      ...limits(network, 'node'),
      what: "the miner's commit to the active tenure",
      timeoutMs: COMMIT,
      look: async () => {
        const [start, tip, entries] = await Promise.all([network.stacks.tenureStart(), network.bitcoin.height(), mempool.read()]);
        return [...entries.values()].some(({ commit }) => commit?.parent === start && commit.follows(tip)) ? true : undefined;
      },
    });
    return true;
  } catch (error) {
    ignoreTimeout(error);
    return false;
  }
}

async function mineBlock({ bitcoin, coinbaseAddress }: TenureNetwork): Promise<{ height: number; hash: string }> {
  const [hash = ''] = await bitcoin.generate(1, coinbaseAddress);
  const { height } = await bitcoin.header(hash);
  return { height, hash };
}

/** Mines a block of these transactions, by default of none, so that it contains no commit to an older tenure. */
export async function mineEmptyBlock(
  { bitcoin, coinbaseAddress }: Pick<TenureNetwork, 'bitcoin' | 'coinbaseAddress'>,
  txids: readonly string[] = [],
): Promise<void> {
  await bitcoin.call('generateblock', [coinbaseAddress, txids]);
}

/** Waits until stacks-node is at Bitcoin's height. @returns that height */
export async function waitForSync(network: TenureNetwork): Promise<number> {
  const height = await network.bitcoin.height();
  for (let reached = -1; reached < height; ) {
    reached = await until({
      ...limits(network, 'node'),
      what: `stacks-node to follow to Bitcoin block ${height}`,
      timeoutMs: FOLLOW,
      look: async (see) => {
        const { burnHeight } = await network.stacks.info();
        see(`stacks-node is at Bitcoin block ${burnHeight}`);
        return burnHeight > reached ? burnHeight : undefined;
      },
    });
  }
  return height;
}

/** Waits for the sortition of Bitcoin's last block. */
async function lastSortition(network: TenureNetwork) {
  return until({
    ...limits(network, 'node'),
    what: "the sortition of Bitcoin's last block",
    timeoutMs: SORTITION,
    look: async (see) => {
      const [tip, sortition] = await Promise.all([network.bitcoin.tip(), network.stacks.sortition()]);
      see(`Bitcoin is at block ${tip.height}, the last sortition is of block ${sortition.burnHeight}`);
      return sortition.burnHash === tip.hash ? sortition : undefined;
    },
  });
}

/** Waits until the tip is a block of the tenure. A higher Stacks block may belong to another one. */
async function waitForTenure(network: TenureNetwork, consensusHash: string, height: number, timeoutMs = TENURE): Promise<void> {
  await until({
    ...limits(network, 'signers'),
    what: `the first Stacks block of the tenure that Bitcoin block ${height} began`,
    timeoutMs,
    look: async (see) => {
      const { height: tip, tipConsensusHash } = await network.stacks.info();
      see(`Stacks block ${tip} of another tenure`);
      return tipConsensusHash === consensusHash ? true : undefined;
    },
  });
}

/** Waits for the Stacks block of the tenure that Bitcoin's last block began; returns at once if that block elected no miner. */
export async function waitForLastTenure(network: TenureNetwork): Promise<void> {
  await until({
    ...limits(network, 'node'),
    what: "the first Stacks block of the tenure that Bitcoin's last block began",
    timeoutMs: FOLLOW,
    // All is read in each round: other programs may mine, or abandon the block.
    look: async (see) => {
      const { bitcoin, stacks } = network;
      const [tip, sortition, info] = await Promise.all([bitcoin.tip(), stacks.sortition(), stacks.info()]);
      if (sortition.burnHash !== tip.hash) {
        see(`Bitcoin is at block ${tip.height}, the last sortition is of block ${sortition.burnHeight}`);
        return undefined;
      }
      see(`Stacks block ${info.height} of another tenure`);
      return !sortition.elected || info.tipConsensusHash === sortition.consensusHash ? true : undefined;
    },
  });
}

function limits(network: TenureNetwork, step: 'node' | 'signers') {
  return { ...network.limits(), explain: () => network.explain(step) };
}
