import { closeAll } from '../../close-all.js';
import { DevnetError, messageOf, throwIfAborted } from '../../error.js';
import type { MiningModes } from '../../mining-mode.js';
import { REGTEST } from '../chains.js';
import type { Engine, EngineOptions } from '../engine.js';
import { createEventHub, type EventHub } from '../event-hub.js';
import { followBitcoin } from '../follow/bitcoin-follower.js';
import { createMempoolView } from '../follow/mempool.js';
import { createStacksChain } from '../follow/stacks-chain.js';
import type { Launcher } from '../launch/launcher.js';
import { askForNews } from './ask-for-news.js';
import { bootNetwork } from './boot.js';
import { flushBlocks } from './flush-blocks.js';
import { networkKeys } from './keys.js';
import { createMiner } from './miner.js';
import { createNetwork, type Network } from './network.js';
import { startObserver } from './observer.js';
import { readPosted } from './posted.js';
import { checkOptions, checkPrograms } from './preflight.js';
import { type Recovery, recoverServices } from './recovery.js';
import { BITCOIND, STACKS_NODE, servicePorts } from './settings/services.js';
import { createSnapshots } from './snapshots.js';
import { type Watchdog, watchNetwork } from './watchdog.js';

/**
 * A network of real nodes: bitcoind, stacks-node and stacks-signers, wherever the launcher runs them. Stacks blocks come by
 * themselves as soon as there is a transaction, at most one a second; the miner cannot be paused.
 * @throws DevnetError INVALID_INPUT, MISSING, PORT_TAKEN, TIMEOUT, ABORTED; nothing is left running then
 */
export async function startNakamotoEngine(options: EngineOptions, launcher: Launcher): Promise<Engine> {
  const closers: (() => Promise<void> | void)[] = [];
  try {
    throwIfAborted(options.signal);
    const timeline = await checkOptions(options);
    const programs = await launcher.programs();
    checkPrograms(programs);
    const keys = networkKeys(options.signers ?? 1);
    const { ports, host, onProgress, signal } = options;
    const published = { [`${BITCOIND}/rpc`]: ports.bitcoin, [`${STACKS_NODE}/rpc`]: ports.stacks };
    const site = await launcher.open({ services: servicePorts(keys.signers.length), published, host, onProgress, signal });
    closers.push(() => site.close());
    const events = createEventHub();
    const chain = createStacksChain(events.emit);
    const observer = await startObserver(site, (posted) => {
      for (const news of readPosted(posted)) chain.take(news);
    });
    closers.push(() => observer?.close());
    const network = createNetwork({ options, keys, timeline, programs, site, observer });
    if (observer === undefined) closers.push(askForNews(network, chain));
    // Their state is removed with them.
    closers.push(() => network.services().end('kill'));
    const mempool = createMempoolView(network.bitcoin);
    const follower = followBitcoin(network.bitcoin, mempool, events.emit, () => miner.wake());
    const parts = { network, mempool, follower, chain };
    const miner = createMiner({ ...parts, onFailure: tellStalls(events) });
    const snapshots = createSnapshots<MiningModes>(parts);
    await bootNetwork(parts);
    throwIfAborted(options.signal);
    network.heed(undefined);
    const recovery = recoverServices({ ...parts, miner, emit: events.emit });
    events.subscribe(flushBlocks(network.bitcoin));
    follower.start();
    const watchdog = watchNetwork({ network, miner, chain, emit: events.emit });
    closers.push(
      () => snapshots.close(),
      () => follower.stop(),
      () => watchdog.stop(),
      () => recovery.stop(),
      // Ends every wait.
      () => network.services().end('kill'),
      () => miner.stop(),
    );
    await miner.setMode(options.mining.bitcoin);
    if (options.mining.stacks !== 'auto') {
      options.onWarning?.('mining.stacks: a real stacks-node makes its blocks by itself; the mode is auto');
    }
    const close = (): Promise<void> => closeAll(closers);
    return createEngine({ name: launcher.name, ...parts, miner, snapshots, recovery, watchdog, events, close });
  } catch (error) {
    // What a failed clean-up leaves matters less than why the start failed.
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

type Parts = {
  name: Launcher['name'];
  network: Network;
  chain: ReturnType<typeof createStacksChain>;
  follower: ReturnType<typeof followBitcoin>;
  miner: ReturnType<typeof createMiner>;
  snapshots: ReturnType<typeof createSnapshots<MiningModes>>;
  recovery: Recovery;
  watchdog: Watchdog;
  events: EventHub;
  close(): Promise<void>;
};

function createEngine({ name, network, chain, follower, miner, snapshots, recovery, watchdog, events, close }: Parts): Engine {
  let closed: Promise<void> | undefined;
  const { rpcUser, rpcPassword } = network.options.bitcoin;
  const services = {
    bitcoin: { rpcUrl: url(network, BITCOIND), rpcUser, rpcPassword },
    stacks: { rpcUrl: url(network, STACKS_NODE) },
  };
  const modes = (): MiningModes => ({ bitcoin: miner.mode(), stacks: 'auto' });
  const open = (): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', 'the network is closed');
  };

  return {
    name,
    services,
    pox: { firstBurnHeight: 0, ...network.options.pox },
    epoch: () => network.options.epoch,
    chains: async () => REGTEST,
    tips() {
      const { height, hash, burnHeight } = chain.tip();
      return { bitcoin: follower.tip(), stacks: { height, hash, burnHeight } };
    },
    async mineBitcoin(count) {
      open();
      return miner.mine(count);
    },
    async mineStacks(count) {
      open();
      await miner.mineStacks(count);
    },
    miningModes: modes,
    async setMining({ bitcoin, stacks }) {
      open();
      if (stacks !== undefined && stacks !== 'auto') {
        throw new DevnetError('UNSUPPORTED', 'a real stacks-node makes its blocks by itself and cannot be paused', {
          field: 'stacks',
          expected: 'auto',
          received: JSON.stringify(stacks),
        });
      }
      if (bitcoin !== undefined) await miner.setMode(bitcoin);
      events.emit({ type: 'mining', modes: modes() });
    },
    async snapshot() {
      open();
      return miner.pause(async () => {
        await miner.settled();
        return snapshots.take(modes());
      });
    },
    async restore(id) {
      open();
      snapshots.check(id);
      const before = miner.mode();
      await miner.setMode('manual');
      let after = before;
      try {
        await miner.pause(async () => {
          await follower.stop();
          const { bitcoin } = await snapshots.restore(id);
          after = bitcoin;
          recovery.reset();
          miner.interrupted();
          follower.start();
          events.emit({ type: 'restored', id });
        });
      } finally {
        await miner.setMode(after);
        events.emit({ type: 'mining', modes: modes() });
      }
    },
    async deleteSnapshot(id) {
      open();
      await snapshots.remove(id);
    },
    outage: () => recovery.outage() ?? watchdog.stall(),
    subscribe: events.subscribe,
    close() {
      closed ??= close().finally(events.clear);
      return closed;
    },
  };
}

function url(network: Network, service: string): string {
  const at = network.services().get(service)?.reach('rpc');
  if (at === undefined) throw new DevnetError('INTERNAL', `${service} is not running`);
  return `http://${at.host}:${at.port}`;
}

/** Tells of failures as stalls, each once until there is a Stacks block again. */
function tellStalls(events: EventHub): (error: unknown) => void {
  const told = new Set<string>();
  events.subscribe((event) => {
    if (event.type === 'stacks.block') told.clear();
  });
  return (error) => {
    const cause = messageOf(error);
    if (told.has(cause)) return;
    told.add(cause);
    const remedy = error instanceof DevnetError && error.hint !== undefined ? error.hint : 'The next block is tried in a second.';
    events.emit({ type: 'stall', cause, remedy });
  };
}
