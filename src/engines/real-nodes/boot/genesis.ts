import { DevnetError } from '../../../error.js';
import type { MempoolView } from '../../follow/mempool.js';
import { mineEarlyBlock, mineTenure } from '../../follow/tenure.js';
import { MATURITY, subsidy } from '../../funding/coinbase.js';
import { type Coinbase, fundingTransaction } from '../../funding/transaction.js';
import { confirmTransfer } from '../mining/probe.js';
import { createMinerWallet } from '../mining/wallets.js';
import type { Network } from '../network/network.js';
import { checkSigners, isStacked, stack } from '../stacking/stacker.js';
import { reachReady } from './reach-ready.js';
import { startSignerStubs } from './signer-stubs.js';

/** Timeouts in ms for the miner's transaction in a round of Epoch 2. Before the first, the node processes all earlier blocks. */
const FIRST_COMMIT = 60_000;
const COMMIT = 6_000;

/**
 * Boots a network from genesis to the configured epoch, in about twenty rounds of commit, Bitcoin block and sync. Each round starts when
 * the services are ready, never by a clock.
 * @throws DevnetError TIMEOUT naming the step, or how a service ended
 */
export async function bootFromGenesis(network: Network, mempool: MempoolView): Promise<void> {
  const { options, timeline, keys, bitcoin } = network;
  const { onProgress } = options;
  onProgress?.('starting bitcoind');
  await network.startBitcoind();
  await createMinerWallet(network);
  onProgress?.(`mining ${timeline.firstBlocks} Bitcoin blocks`);
  await bitcoin.generate(1, keys.miner.btc);
  await bitcoin.generate(timeline.firstBlocks - 1, network.coinbaseAddress);
  const stopStubs = await startSignerStubs(network.environment, keys.signers.length);
  try {
    if (stopStubs === undefined) await network.startSigners();
    onProgress?.('starting stacks-node');
    await network.startNode();
    await walkToNakamoto(network, mempool, async () => {
      if (stopStubs === undefined) return;
      await stopStubs();
      onProgress?.('starting stacks-signer');
      await network.startSigners();
    });
  } finally {
    await stopStubs?.();
  }
  await checkSigners(network, Math.floor(timeline.nakamoto / options.pox.rewardLength));
  onProgress?.(`Epoch 3.0 at Bitcoin block ${timeline.nakamoto}`);
  await walkToReady(network, mempool);
  await reachReady(network, mempool);
  await confirmTransfer(network);
  onProgress?.('a transfer is confirmed');
}

async function walkToNakamoto(network: Network, mempool: MempoolView, startSigners: () => Promise<void>): Promise<void> {
  const { timeline, stacks } = network;
  let sent = false;
  for (let height = timeline.firstBlocks; height < timeline.nakamoto; ) {
    ({ height } = await mineEarlyBlock(network, mempool, height === timeline.firstBlocks ? FIRST_COMMIT : COMMIT));
    if (!sent && height >= timeline.stackAt && (await stacks.info()).height > 0) {
      await stack(network);
      sent = true;
    }
    if (height === timeline.signerAt) await startSigners();
    if (height === timeline.stackedBy && !(await isStacked(network))) {
      throw new DevnetError('TIMEOUT', `the stacking was not confirmed by Bitcoin block ${height}`, {
        lastSeen: sent ? 'a stacking transaction in the mempool' : 'no Stacks block yet',
        hint: await network.services().tail('stacks-node'),
      });
    }
  }
}

/** Mines to the ready height; every Bitcoin block begins a tenure now. The last block contains the payments. */
async function walkToReady(network: Network, mempool: MempoolView): Promise<void> {
  const { timeline, bitcoin, options } = network;
  let height = timeline.nakamoto;
  let paid = options.funding.bitcoin.length === 0;
  while (height < timeline.ready || !paid) {
    if (!paid && height + 1 >= timeline.ready) {
      await bitcoin.send(await payments(network, height + 1));
      paid = true;
    }
    height = (await mineTenure(network, mempool)).at(-1)?.height ?? height;
    options.onProgress?.(`tenure of Bitcoin block ${height}`);
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
