import { closeAll } from '../../close-all.js';
import { DevnetError, throwIfAborted } from '../../error.js';
import type { MiningModes } from '../../mining-mode.js';
import type { BitcoinSnapshot } from '../../node/bitcoin/types.js';
import type { StacksNodeEvent, StacksSnapshot } from '../../node/stacks/types.js';
import { listenError } from '../../system/port-taken.js';
import { REGTEST } from '../chains.js';
import type { Engine, EngineOptions, EngineServices, PoxLengths } from '../engine.js';
import { createEventHub } from '../event-hub.js';
import { coinbaseScript } from '../funding/transaction.js';
import { bootNodes, type Nodes } from './boot.js';
import { bitcoinEvent, stacksEvent } from './events.js';
import { type Follower, follow } from './follower.js';
import { createMiner, type Miner } from './miner.js';

/**
 * Both nodes in this process, the Clarity VM in a worker thread. Nothing is needed but this package.
 * @throws DevnetError PORT_TAKEN, INVALID_INPUT, ABORTED
 */
export async function startEmbeddedEngine(options: EngineOptions): Promise<Engine> {
  const closers: (() => Promise<void> | void)[] = [];
  try {
    throwIfAborted(options.signal);
    const nodes = await bootNodes(options);
    closers.push(
      () => nodes.bitcoin.close(),
      () => nodes.stacks.close(),
    );
    throwIfAborted(options.signal);
    const follower = follow(nodes.bitcoin, nodes.stacks);
    const miner = createMiner(nodes.bitcoin, follower, coinbaseScript(Buffer.from(options.funding.coinbaseKey, 'hex')));
    closers.push(
      () => follower.stop(),
      () => miner.stop(),
    );
    // before Nakamoto a Stacks transaction is mined with a Bitcoin block only
    if (options.epoch.startsWith('2.')) closers.push(nodes.stacks.subscribe(bitcoinBlockFor(miner, options.onWarning)));
    const services = await listen(nodes, options);
    throwIfAborted(options.signal);
    await miner.setMode(options.mining.bitcoin);
    const pox = { firstBurnHeight: 0, ...options.pox };
    return createEngine({
      ...nodes,
      follower,
      miner,
      services,
      pox,
      epoch: options.epoch,
      stacksMode: options.mining.stacks,
      close: () => closeAll(closers),
    });
  } catch (error) {
    // What a failed clean-up leaves matters less than why the start failed.
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

/** While Bitcoin's mining is automatic, makes a Bitcoin block for each Stacks transaction that comes. */
function bitcoinBlockFor(miner: Miner, warn: EngineOptions['onWarning']): (event: StacksNodeEvent) => void {
  return ({ type }) => {
    if (type !== 'mempool-added' || miner.mode() !== 'auto') return;
    miner.mine(1).catch((error: unknown) => warn?.(`no Bitcoin block could be made: ${String(error)}`));
  };
}

async function listen(
  { bitcoin, stacks }: Nodes,
  { host, ports, bitcoin: { rpcUser, rpcPassword } }: EngineOptions,
): Promise<EngineServices> {
  const at = async (field: string, port: number, start: () => Promise<{ url: string }>): Promise<string> => {
    try {
      return (await start()).url;
    } catch (error) {
      throw await listenError(error, { field, host, port });
    }
  };
  const bitcoinUrl = await at('ports.bitcoin', ports.bitcoin, () =>
    bitcoin.listen({ host, port: ports.bitcoin, user: rpcUser, password: rpcPassword }),
  );
  const stacksUrl = await at('ports.stacks', ports.stacks, () => stacks.listen({ host, port: ports.stacks }));
  return { bitcoin: { rpcUrl: bitcoinUrl, rpcUser, rpcPassword }, stacks: { rpcUrl: stacksUrl, ask: stacks.ask } };
}

type Parts = Nodes & {
  follower: Follower;
  miner: Miner;
  services: EngineServices;
  pox: PoxLengths;
  epoch: string;
  stacksMode: MiningModes['stacks'];
  close: () => Promise<void>;
};
type Snapshot = { bitcoin: BitcoinSnapshot; stacks: StacksSnapshot; modes: MiningModes };

function createEngine({ bitcoin, stacks, follower, miner, services, pox, epoch, stacksMode, close }: Parts): Engine {
  const { emit, subscribe, clear } = createEventHub();
  const snapshots = new Map<string, Snapshot>();
  let made = 0;
  let closed: Promise<void> | undefined;
  let mode = stacksMode;
  bitcoin.subscribe((event) => {
    const told = bitcoinEvent(event, bitcoin);
    if (told !== undefined) emit(told);
  });
  stacks.subscribe((event) => emit(stacksEvent(event)));
  const modes = (): MiningModes => ({ bitcoin: miner.mode(), stacks: mode });
  const open = (): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', 'the network is closed');
  };
  const snapshotOf = (id: string): Snapshot => {
    const snapshot = snapshots.get(id);
    if (snapshot === undefined) throw new DevnetError('NOT_FOUND', `there is no snapshot ${id}`, { field: 'id', received: id });
    return snapshot;
  };
  const setMining = async (wanted: Partial<MiningModes>): Promise<void> => {
    if (wanted.stacks !== undefined) {
      mode = wanted.stacks;
      await stacks.setMining(mode);
    }
    if (wanted.bitcoin !== undefined) await miner.setMode(wanted.bitcoin);
    emit({ type: 'mining', modes: modes() });
  };

  return {
    name: 'embedded',
    services,
    pox,
    // Blocks come at once. Test runners cut a test after 5 s; the error of a wait says more than they do.
    waitMs: 4_000,
    epoch: () => epoch,
    chains: async () => REGTEST,
    tips() {
      const { height, hash } = bitcoin.tip();
      const tip = stacks.tip();
      return { bitcoin: { height, hash }, stacks: { height: tip.height, hash: tip.hash, burnHeight: tip.burnHeight } };
    },
    async mineBitcoin(count) {
      open();
      return miner.mine(count);
    },
    async mineStacks(count) {
      open();
      await follower.caughtUp();
      for (let block = 0; block < count; block++) await stacks.mine();
    },
    miningModes: modes,
    async setMining(wanted) {
      open();
      await setMining(wanted);
    },
    async snapshot() {
      open();
      const snapshot = await follower.standingStill(async () => ({
        bitcoin: bitcoin.snapshot(),
        stacks: await stacks.snapshot(),
        modes: modes(),
      }));
      const id = `s${++made}`;
      snapshots.set(id, snapshot);
      return id;
    },
    async restore(id) {
      open();
      const snapshot = snapshotOf(id);
      const before = modes();
      // Nothing is mined by itself while the nodes are in different states.
      await miner.setMode('manual');
      let after = before;
      try {
        await follower.jump(async () => {
          await stacks.restore(snapshot.stacks);
          bitcoin.restore(snapshot.bitcoin);
          after = snapshot.modes;
          emit({ type: 'restored', id });
        });
      } finally {
        await setMining(after);
      }
    },
    async deleteSnapshot(id) {
      open();
      snapshotOf(id).stacks.release();
      snapshots.delete(id);
    },
    subscribe,
    close() {
      closed ??= close().finally(clear);
      return closed;
    },
  };
}
