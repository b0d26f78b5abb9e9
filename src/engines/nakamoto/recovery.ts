import { DevnetError } from '../../error.js';
import type { EngineEvent } from '../engine.js';
import type { BitcoinFollower } from '../follow/bitcoin-follower.js';
import type { MempoolView } from '../follow/mempool.js';
import type { Miner } from './miner.js';
import type { Network } from './network.js';
import { BITCOIND, STACKS_NODE } from './settings/services.js';
import { loadWallets } from './wallet.js';

/** Starts services again that end by themselves. */
export type Recovery = {
  /** Which service is missing, and why; undefined: all run. */
  outage(): string | undefined;
  /** To be called when all services were started anew from a kept state. */
  reset(): void;
  /** Resolves when nothing is being started any more. To be called after the services' end, which ends its waits. */
  stop(): Promise<void>;
};

export type RecoveryParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  miner: Miner;
  emit(event: EngineEvent): void;
};

/** A service that ends more often than this within `WINDOW` ms is not started again: it would end again. */
const RESTARTS = 5;
const WINDOW = 60_000;

/**
 * Looks after services that end by themselves, killed or restarted by somebody: each end is told as a stall, the waits of that moment
 * end with its reason, and the service is started again in the same place on the same state, before anything else is mined. Whoever
 * asks for blocks meanwhile waits for it. What was in bitcoind's mempool, which is no file, is sent again.
 */
export function recoverServices({ network, mempool, follower, miner, emit }: RecoveryParts): Recovery {
  let outage: string | undefined;
  let stopped = false;
  let recovering: Promise<void> | undefined;
  const ends = new Map<string, number[]>();
  /** Ended, and not all of what belongs to a new start is done. */
  const missing = new Set<string>();

  const startAgain = async (): Promise<void> => {
    const services = network.services();
    for (const name of services.lost()) missing.add(name);
    services.resume();
    // What another end has interrupted begins anew.
    for (const name of missing) await services.get(name)?.kill();
    if (missing.has(BITCOIND)) {
      await network.startBitcoind();
      await loadWallets(network);
      // The miner's commit, too: its sender takes it for sent.
      for (const { hex } of mempool.last()) await network.bitcoin.send(hex).catch(ignoreRefusal);
    }
    await network.startSigners((name) => missing.has(name));
    if (missing.has(STACKS_NODE)) {
      await network.startNode();
      miner.interrupted();
    }
    missing.clear();
  };
  const recover = async (): Promise<void> => {
    for (;;) {
      if (stopped) return;
      if (network.services().lost().some(endsAgain)) return giveUp(`${outage}, more than ${RESTARTS} times within a minute`);
      try {
        await startAgain();
      } catch (error) {
        if (!(error instanceof DevnetError)) throw error;
        if (network.services().lost().length === 0) return giveUp(`${outage}, and could not be started again: ${error.message}`);
      }
      if (network.services().lost().length === 0) break;
    }
    if (stopped) return;
    outage = undefined;
    follower.start();
  };
  /** Notes an end. @returns whether there were too many of late */
  const endsAgain = (name: string): boolean => {
    const now = performance.now();
    const recent = [...(ends.get(name) ?? []).filter((at) => now - at < WINDOW), now];
    ends.set(name, recent);
    return recent.length > RESTARTS;
  };
  const giveUp = async (cause: string): Promise<void> => {
    if (stopped) return;
    outage = cause;
    const remedy = 'Go back to a snapshot, or close the network and start it again.';
    emit({ type: 'stall', cause, remedy });
    await network.services().end('kill', new DevnetError('NOT_REACHABLE', cause, { hint: remedy }));
  };
  network.onLost((loss) => {
    if (stopped) return;
    // What is missing from the mempool now would be told as dropped.
    const unfollowed = follower.stop();
    outage = loss.message;
    const remedy = recovering === undefined ? 'It is being started again.' : 'It is being started once more.';
    emit({ type: 'stall', cause: loss.message, remedy });
    recovering ??= miner
      .pause(() => unfollowed.then(recover))
      .finally(() => {
        recovering = undefined;
      });
    // Only what is no DevnetError rejects: a fault of this program, which the next call that waits for a service tells.
    recovering.catch(() => undefined);
  });

  return {
    outage: () => outage,
    reset() {
      outage = undefined;
      ends.clear();
      missing.clear();
    },
    async stop() {
      stopped = true;
      await recovering?.catch(() => undefined);
    },
  };
}

/** bitcoind has it in a block, or its coins went elsewhere: then it is not sent again. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
}
