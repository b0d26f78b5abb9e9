import { DevnetError } from '../../../base/error.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { ignoreTimeout, until } from '../../common/follow/until.js';
import { MATURITY, subsidy } from '../../common/funding/coinbase.js';
import { type Coinbase, fundingTransaction } from '../../common/funding/transaction.js';
import { sendTransfer } from '../mining/probe.js';
import { createMinerWallet } from '../mining/wallets.js';
import type { Network } from '../network/network.js';
import { deploySbtc } from '../sbtc/sbtc.js';
import { checkSigners, isStacked, stack } from '../stacking/stacker.js';
import { deployManagers, stakeSigners } from '../stacking/staker.js';
import { type BootSteps, createBootSteps } from './boot-steps.js';
import { datedBack } from './dated-back.js';
import { mineToKeepable } from './mine-to-ready.js';

/** Timeouts in ms for the miner's transaction in a round of Epoch 2. Before the first, the node processes all earlier blocks. */
const FIRST_COMMIT = 60_000;
const COMMIT = 6_000;
/** Timeout in ms for the first Stacks block. */
const FIRST_BLOCK = 3_000;
/** The number of blocks in the prepare phase that must elect a miner, so that the next reward cycle has signers. */
const VOTES = 2;
/** The rounds that several signers need before Epoch 3.0 to find each other. */
const GREETINGS = 2;

/**
 * Boots a network from genesis to the configured epoch. Bitcoin blocks in which nothing has to happen come in bursts; each other block is
 * mined when the services are ready for it, never by a clock.
 * @throws DevnetError TIMEOUT naming the step, or how a service ended
 */
export async function bootFromGenesis(network: Network, mempool: MempoolView): Promise<void> {
  const { options, timeline, keys, bitcoin } = network;
  const { onProgress } = options;
  onProgress?.('starting bitcoind');
  await network.startBitcoind();
  await createMinerWallet(network);
  onProgress?.(`mining ${timeline.firstBlocks} Bitcoin blocks`);
  await datedBack(bitcoin, async () => {
    await bitcoin.generate(1, keys.miner.btc);
    await bitcoin.generate(timeline.firstBlocks - 1, network.coinbaseAddress);
  });
  // A signer takes 0.1 to 0.25 s for each Bitcoin block, and would be forty blocks behind when the first Nakamoto block needs it.
  if (!network.canStartSignersLate) await network.startSigners();
  onProgress?.('starting stacks-node');
  await network.startNode();
  const walk = createBootSteps(network, mempool);
  await stackSigners(network, walk);
  await walkToNakamoto(network, walk, async () => {
    if (!network.canStartSignersLate) return;
    onProgress?.('starting stacks-signer');
    await network.startSigners();
  });
  await walkToReady(network, walk);
  const confirmed = await sendTransfer(network);
  const deployed = timeline.pox === 5 ? await deployManagers(network) : undefined;
  await confirmed();
  onProgress?.('a transfer is confirmed');
  if (deployed !== undefined) {
    await deployed();
    await stakeSigners(network);
  }
  // After the stakes: without them, a prepare phase has no signers.
  await mineToKeepable(network, mempool);
}

/** Mines until the stacking transactions of all signers are confirmed. */
async function stackSigners(network: Network, walk: BootSteps): Promise<void> {
  const { firstBlocks, stackedBy } = network.timeline;
  let sent = false;
  for (let height = firstBlocks; !(sent && (await isStacked(network))); ) {
    if (height >= stackedBy) {
      throw new DevnetError('TIMEOUT', `the stacking was not confirmed by Bitcoin block ${height}`, {
        lastSeen: sent ? 'a stacking transaction in the mempool' : 'no Stacks block yet',
        hint: await network.explain('node'),
      });
    }
    const round = await walk.round(height === firstBlocks ? FIRST_COMMIT : COMMIT);
    height = round.height;
    if (!sent && round.elected && (await hasStacksBlock(network))) {
      await stack(network);
      sent = true;
    }
  }
}

async function hasStacksBlock({ stacks, limits }: Network): Promise<boolean> {
  const found = await until({
    ...limits(),
    what: 'the first Stacks block',
    timeoutMs: FIRST_BLOCK,
    look: async () => ((await stacks.info()).height > 0 ? true : undefined),
  }).catch(ignoreTimeout);
  return found === true;
}

/** Mines the prepare phase that fixes the signers, and to the block before Epoch 3.0. The signers start late: they process each block. */
async function walkToNakamoto(network: Network, walk: BootSteps, startSigners: () => Promise<void>): Promise<void> {
  const { timeline, keys } = network;
  const [nakamoto] = timeline.tenures;
  await walk.jump(timeline.stackedBy);
  for (let votes = 0, height = timeline.stackedBy; votes < VOTES && height < nakamoto - 1; ) {
    const round = await walk.round(COMMIT);
    height = round.height;
    if (round.elected) votes++;
  }
  await walk.jump(nakamoto - 1 - (keys.signers.length > 1 ? GREETINGS : 0));
  await startSigners();
  while ((await network.bitcoin.height()) < nakamoto - 1) await walk.round(COMMIT);
  network.options.onProgress?.(`Epoch 3.0 begins at Bitcoin block ${nakamoto}`);
}

/** Begins the tenures of Nakamoto. The last block contains the payments. */
async function walkToReady(network: Network, walk: BootSteps): Promise<void> {
  const { timeline, bitcoin, options } = network;
  const { ready, tenures, firstBurnHeight } = timeline;
  for (const height of tenures) {
    await walk.jump(height - 1);
    if (height === ready && options.funding.bitcoin.length > 0) await bitcoin.send(await payments(network, height));
    const begun = await walk.tenure();
    options.onProgress?.(`tenure of Bitcoin block ${begun}`);
    await checkSigners(network, Math.floor((begun - firstBurnHeight) / options.pox.rewardLength));
    // Before the next Bitcoin block: a tenure that begins while a Stacks block waits for its signatures loses its first block.
    if (height === tenures[0] && options.sbtc !== undefined) await deploySbtc(network, options.sbtc);
  }
}

/** Signs the transaction of all payments, with coinbases that are mature at `height`. @returns hex */
async function payments({ bitcoin, options }: Network, height: number): Promise<string> {
  const { funding } = options;
  const coinbases: Coinbase[] = [];
  for (let block = 2; block <= height - MATURITY; block++) {
    const [txid] = await bitcoin.blockTxids(await bitcoin.blockHash(block));
    if (txid !== undefined) coinbases.push({ txid, amount: subsidy(block) });
  }
  return Buffer.from(fundingTransaction(funding.bitcoin, coinbases, Buffer.from(funding.coinbaseKey, 'hex'))).toString('hex');
}
