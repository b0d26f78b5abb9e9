import { DevnetError } from '../../../error.js';
import type { EngineEvent } from '../../engine-event.js';
import type { BitcoinFollower } from '../../follow/bitcoin-follower.js';
import type { MempoolView } from '../../follow/mempool.js';
import type { Miner } from '../mining/miner.js';
import type { Network } from '../network/network.js';
import { BITCOIND, STACKS_NODE } from '../settings/services.js';
import { restartBitcoind } from './restart-bitcoind.js';

/** Restarts services that end unexpectedly. */
export type Recovery = {
  /** Returns the service that is down and the reason; undefined if all run. */
  outage(): string | undefined;
  /** Forgets earlier failures. Call it after all services have started from a stored state. */
  reset(): void;
  /** Resolves when no restart is running. Call it after the services have ended, which ends its waits. */
  stop(): Promise<void>;
};

export type RecoveryParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  miner: Miner;
  emit(event: EngineEvent): void;
};

/** A service that ends more often than this within `WINDOW` ms is not restarted. */
const RESTARTS = 5;
const WINDOW = 60_000;

/**
 * Restarts services that end unexpectedly, for example by a kill from outside. Each end is reported as a stall and rejects the running
 * waits. The service restarts with the same addresses and state before anything else is mined; requests for blocks wait meanwhile.
 * Transactions of bitcoind's mempool, which its files do not contain, are sent again.
 */
export function recoverServices({ network, mempool, follower, miner, emit }: RecoveryParts): Recovery {
  let outage: string | undefined;
  let stopped = false;
  let recovering: Promise<void> | undefined;
  const ends = new Map<string, number[]>();
  /** Services that ended and have not completed their restart. */
  const missing = new Set<string>();

  const restart = async (): Promise<void> => {
    const services = network.services();
    for (const name of services.lost()) missing.add(name);
    services.resume();
    // An end during a restart repeats the restart.
    for (const name of missing) await services.get(name)?.kill();
    if (missing.has(BITCOIND)) {
      await restartBitcoind(network, mempool);
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
      if (network.services().lost().some(endsTooOften)) return giveUp(`${outage}, more than ${RESTARTS} times within a minute`);
      try {
        await restart();
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
  /** Records an end. @returns whether the service ended too often */
  const endsTooOften = (name: string): boolean => {
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
    // The follower would report the transactions of the lost mempool as dropped.
    const unfollowed = follower.stop();
    outage = loss.message;
    const remedy = recovering === undefined ? 'It is being started again.' : 'It is being started once more.';
    emit({ type: 'stall', cause: loss.message, remedy });
    recovering ??= miner
      .pause(() => unfollowed.then(recover))
      .finally(() => {
        recovering = undefined;
      });
    // Only an internal error rejects. The next call that waits for a service reports it.
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
