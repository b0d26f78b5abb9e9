import { join } from 'node:path';
import { DevnetError, messageOf } from '../../../base/error.js';
import { EMPTY_CHAIN } from '../../common/follow/stacks-chain.js';
import { mineTenure } from '../../common/follow/tenure.js';
import { confirmAfterRestart } from '../mining/confirm-after-restart.js';
import { sendTransfer } from '../mining/probe.js';
import { waitForEvents } from '../observer/wait-for-events.js';
import { loadState, type StateParts, saveState } from '../state/stored-state.js';
import { type BootCache, createBootCache } from './cache.js';
import { bootFromGenesis } from './genesis.js';
import { mineToReady } from './mine-to-ready.js';
import { type BootParts, prepareNetwork } from './prepare.js';

/**
 * Boots the network: from the cache if it has a valid state of an equal network, else from genesis, which adds the state to the cache. A
 * state without the preparation is used if there is none with it.
 * @throws DevnetError TIMEOUT, NOT_REACHABLE, ABORTED, or the error of the preparation
 */
export async function bootNetwork(parts: BootParts): Promise<void> {
  const { network } = parts;
  const { cache: settings, preparation } = network.options;
  const cacheFor = (key?: string): BootCache | undefined =>
    settings.enabled ? createBootCache(join(settings.dir, 'nakamoto'), network, key) : undefined;
  const prepared = preparation && cacheFor(preparation.key);
  if (prepared === undefined || !(await resume(parts, prepared))) {
    await bootUnprepared(parts, cacheFor());
    if (preparation !== undefined) {
      await prepareNetwork(parts, preparation);
      await settle(parts);
      await keep(parts, prepared);
    }
  }
  // The block writer starts with the next block. A killed bitcoind would lose those of the boot.
  await network.bitcoin.flush();
  parts.chain.endPast();
}

async function bootUnprepared(parts: BootParts, cache: BootCache | undefined): Promise<void> {
  if (cache !== undefined && (await resume(parts, cache))) return;
  await bootFromGenesis(parts.network, parts.mempool);
  await settle(parts);
  await keep(parts, cache);
}

/** Waits until everything that happened is known. */
async function settle({ network, follower, chain }: StateParts): Promise<void> {
  await follower.jump();
  await waitForEvents(network, chain);
}

async function keep(parts: StateParts, cache: BootCache | undefined): Promise<void> {
  const { onProgress, onWarning } = parts.network.options;
  await cache
    ?.keep(async (folder) => ({ ...(await saveState(parts, folder)), past: parts.chain.past() }))
    .then(
      () => onProgress?.('kept for later boots'),
      (error: unknown) => onWarning?.(`the booted network could not be kept for later boots: ${messageOf(error)}`),
    );
}

/** Boots from the cache. @returns false if there is no valid state; then no service runs */
async function resume(parts: StateParts, cache: BootCache): Promise<boolean> {
  const { network } = parts;
  const { onProgress, onWarning, signal } = network.options;
  const kept = await cache.find();
  if (kept === undefined) return false;
  onProgress?.('starting from the kept network');
  try {
    parts.chain.resumePast(kept.state.past ?? []);
    await loadState(parts, kept.folder, kept.state);
    onProgress?.('stacks-node answers');
    await confirmAfterRestart({
      age: Date.now() - kept.state.time,
      signers: network.keys.signers.length,
      send: () => sendTransfer(network),
      mine: () => mineTenure(network, parts.mempool),
    });
    await mineToReady(network, parts.mempool);
    await settle(parts);
    onProgress?.('a transfer is confirmed');
    return true;
  } catch (error) {
    // The cached state is not the reason, for example, of a full disk.
    if (signal?.aborted || (error instanceof DevnetError && error.code === 'MISSING')) throw error;
    onWarning?.(`the kept network did not come up, booting from genesis: ${messageOf(error)}`);
    await network.services().end('kill');
    cache.distrust();
    parts.chain.restore(EMPTY_CHAIN);
    parts.chain.resumePast([]);
    await cache.clear(network.environment);
    network.renew();
    return false;
  }
}
