import { join } from 'node:path';
import { DevnetError, messageOf } from '../../error.js';
import { EMPTY_CHAIN } from '../follow/stacks-chain.js';
import { mineTenure } from '../follow/tenure.js';
import { type BootCache, createBootCache } from './boot-cache.js';
import { bootFromGenesis } from './genesis.js';
import { sendTransfer } from './probe.js';
import { reachReady } from './reach-ready.js';
import { loadState, type StateParts, saveState } from './state-keeper.js';
import { told } from './told.js';

/** Deadline in ms for a boot from the cache. It takes four seconds; one that does not get through is broken. */
const RESUME = 45_000;

/**
 * Brings the network up: from the cache when it has booted once and what was kept still holds, else from genesis, which then goes
 * into the cache.
 * @throws DevnetError TIMEOUT, NOT_REACHABLE, ABORTED
 */
export async function bootNetwork(parts: StateParts): Promise<void> {
  const { network } = parts;
  const { cache: settings, onProgress, onWarning } = network.options;
  const cache = settings.enabled ? createBootCache(join(settings.dir, 'nakamoto'), network) : undefined;
  if (cache !== undefined && (await resume(parts, cache))) return;
  await bootFromGenesis(network, parts.mempool);
  await parts.follower.jump();
  await told(network, parts.chain);
  await cache
    ?.keep((folder) => saveState(parts, folder))
    .then(
      () => onProgress?.('kept for later boots'),
      (error: unknown) => onWarning?.(`the booted network could not be kept for later boots: ${messageOf(error)}`),
    );
}

/** @returns whether the network is up: false after a kept state that did not hold, of which nothing runs any more */
async function resume(parts: StateParts, cache: BootCache): Promise<boolean> {
  const { network } = parts;
  const { onProgress, onWarning, signal } = network.options;
  const kept = await cache.find();
  if (kept === undefined) return false;
  onProgress?.('starting from the kept network');
  const deadline = AbortSignal.timeout(RESUME);
  network.heed(signal === undefined ? deadline : AbortSignal.any([signal, deadline]));
  try {
    await loadState(parts, kept.folder, kept.state);
    await check(parts, kept.state.bitcoin.height);
    onProgress?.('stacks-node answers');
    // Sent before, the transfer is in the tenure's first block.
    const confirmed = await sendTransfer(network);
    await mineTenure(network, parts.mempool);
    onProgress?.('a tenure has begun');
    await confirmed();
    await reachReady(network, parts.mempool);
    await parts.follower.jump();
    await told(network, parts.chain);
    onProgress?.('a transfer is confirmed');
    return true;
  } catch (error) {
    // A full disk, for example, is no fault of what was kept.
    if (signal?.aborted || (error instanceof DevnetError && error.code === 'MISSING')) throw error;
    onWarning?.(`the kept network did not come up, booting from genesis: ${messageOf(error)}`);
    await network.services().end('kill');
    await cache.discard();
    parts.chain.restore(EMPTY_CHAIN);
    await cache.clear(network.site);
    network.renew();
    return false;
  } finally {
    network.heed(signal);
  }
}

async function check({ network }: StateParts, height: number): Promise<void> {
  const found = await network.bitcoin.height();
  if (found !== height) throw new DevnetError('INTERNAL', `bitcoind came up at block ${found} instead of ${height}`);
}
