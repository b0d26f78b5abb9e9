import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import type { StacksClient } from '../../chains/stacks/client/client.js';
import { DevnetError } from '../../error.js';
import type { MempoolView } from './mempool.js';
import { ignoreTimeout, until } from './until.js';

/** The real nodes that tenures are mined with. */
export type TenureNetwork = {
  readonly bitcoin: BitcoinClient;
  readonly stacks: StacksClient;
  /** Where coinbases go. */
  readonly coinbaseAddress: string;
  /** What ends every wait. */
  limits(): { ends: AbortSignal; signal: AbortSignal | undefined };
  /** What may explain why a step does not come that depends on the node or the signers, for example their last output. */
  explain(step: 'node' | 'signers'): Promise<string>;
};

/** A Bitcoin block and what became of it on Stacks. */
export type MinedBlock = { height: number; hash: string; elected: boolean };

/** Deadlines in ms of the steps from commit to tenure. */
const COMMIT = 10_000;
const FOLLOW = 30_000;
const SORTITION = 10_000;
const TENURE = 8_000;
/** Bitcoin blocks mined before it is given up: without an election, and with a tenure that does not begin. */
const ELECTIONS = 8;
const TENURES = 3;

/**
 * Waits for a miner's transaction, mines one Bitcoin block and waits until the node has it: the round of Epoch 2, where
 * a block without a commit does no harm.
 */
export async function mineEarlyBlock(network: TenureNetwork, mempool: MempoolView, commitMs: number): Promise<MinedBlock> {
  await until({
    ...limits(network, 'node'),
    what: "a Stacks miner's transaction",
    timeoutMs: commitMs,
    look: async (see) => {
      const entries = [...(await mempool.read()).values()];
      see(`${entries.length} transactions in the Bitcoin mempool`);
      return entries.some(({ miner }) => miner) ? true : undefined;
    },
  }).catch(ignoreTimeout);
  const [hash = ''] = await network.bitcoin.generate(1, network.coinbaseAddress);
  const height = await followed(network);
  return { height, hash, elected: true };
}

/**
 * Mines Bitcoin blocks until one has elected a miner and its tenure has begun: usually one.
 *
 * The block is mined only once the miner's commit names the first block of the running tenure. An older commit would win, too, but
 * then the miner goes on with its old tenure while the signers wait for a new one, and no Stacks block comes any more. More than
 * one block is needed when a commit did not win ("Miner did not mine often enough to win", after a restart) or its tenure did not
 * begin; a block with a fresh commit cures both.
 * @returns the blocks, oldest first
 * @throws DevnetError TIMEOUT naming the missing step, or how a service ended
 */
export async function mineTenure(network: TenureNetwork, mempool: MempoolView): Promise<MinedBlock[]> {
  const blocks: MinedBlock[] = [];
  for (let attempt = 1; ; ) {
    if (await left(network)) {
      blocks.push({ ...(await mineBlock(network)), elected: false });
      continue;
    }
    await followed(network);
    await ((await freshCommit(network, mempool)) ? mineBlock(network) : mineEmptyBlock(network));
    await followed(network);
    const sortition = await lastSortition(network);
    const { burnHeight: height, burnHash: hash, elected } = sortition;
    blocks.push({ height, hash, elected });
    if (elected) {
      try {
        await tenureBegun(network, sortition.consensusHash, height);
        return blocks;
      } catch (error) {
        ignoreTimeout(error);
        if (attempt >= TENURES) throw error;
      }
    } else if (attempt >= ELECTIONS) {
      throw new DevnetError('TIMEOUT', `${ELECTIONS} Bitcoin blocks elected no Stacks miner`, {
        lastSeen: `no sortition at Bitcoin block ${height}`,
        hint: await network.explain('node'),
      });
    }
    attempt++;
  }
}

/** Whether Bitcoin has left blocks that the node has: it does not follow before the new chain is longer than the old one. */
async function left({ bitcoin, stacks }: TenureNetwork): Promise<boolean> {
  const [tip, sortition] = await Promise.all([bitcoin.tip(), stacks.sortition()]);
  return sortition.burnHeight >= tip.height && sortition.burnHash !== tip.hash;
}

/** Whether the miner's commit to the running tenure is in the mempool before the deadline. */
async function freshCommit(network: TenureNetwork, mempool: MempoolView): Promise<boolean> {
  try {
    await until({
      ...limits(network, 'node'),
      what: "the miner's commit to the running tenure",
      timeoutMs: COMMIT,
      look: async () => {
        const [start, entries] = await Promise.all([network.stacks.tenureStart(), mempool.read()]);
        return [...entries.values()].some(({ parent }) => parent === start) ? true : undefined;
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

/** A block without transactions: when there is no commit to the running tenure, an older one must not be taken. */
async function mineEmptyBlock({ bitcoin, coinbaseAddress }: TenureNetwork): Promise<void> {
  await bitcoin.call('generateblock', [coinbaseAddress, []]);
}

/** Resolves with Bitcoin's height when stacks-node is there, too. */
export async function followed(network: TenureNetwork): Promise<number> {
  const height = await network.bitcoin.height();
  await until({
    ...limits(network, 'node'),
    what: `stacks-node to follow to Bitcoin block ${height}`,
    timeoutMs: FOLLOW,
    look: async (see) => {
      const { burnHeight } = await network.stacks.info();
      see(`stacks-node is at Bitcoin block ${burnHeight}`);
      return burnHeight >= height ? true : undefined;
    },
  });
  return height;
}

/** The sortition of Bitcoin's last block. */
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

/** A risen height is no proof: the tip must be a block of the tenure that this sortition began. */
async function tenureBegun(network: TenureNetwork, consensusHash: string, height: number): Promise<void> {
  await until({
    ...limits(network, 'signers'),
    what: `the first Stacks block of the tenure that Bitcoin block ${height} began`,
    timeoutMs: TENURE,
    look: async (see) => {
      const { height: tip, tipConsensusHash } = await network.stacks.info();
      see(`Stacks block ${tip} of another tenure`);
      return tipConsensusHash === consensusHash ? true : undefined;
    },
  });
}

function limits(network: TenureNetwork, step: 'node' | 'signers') {
  return { ...network.limits(), explain: () => network.explain(step) };
}
