import { DevnetError, messageOf } from '../../../base/error.js';
import type { WaitOptions } from '../../../base/wait.js';
import type { EngineEvent } from '../../../stacks/engine.js';
import type { BitcoinFollower } from '../../common/follow/bitcoin-follower.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { ignoreTimeout, until } from '../../common/follow/until.js';
import type { Conditions } from '../faults/conditions.js';
import type { Miner } from '../mining/miner.js';
import type { Network } from '../network/network.js';
import { BITCOIND, STACKS_NODE } from '../settings/services.js';
import type { BlockWriter } from './block-writer.js';
import { restartBitcoind } from './restart-bitcoind.js';

/** Restarts services that end unexpectedly. */
export type Recovery = {
  /** Returns the service that is down and the reason; undefined if all run. */
  outage(): string | undefined;
  /**
   * Resolves when both nodes answer. It waits while a service is restarted, or a snapshot restored.
   * @throws DevnetError NOT_REACHABLE with the end of a service that is not restarted, or if one was stopped on purpose; TIMEOUT, ABORTED
   */
  reachable(options?: WaitOptions): Promise<void>;
  /**
   * Runs a call when the nodes answer. Calls begin in the order in which they were made, however long each node takes to answer. It rejects
   * with the end of a service if one ends meanwhile, because the call may have had an effect.
   * @throws DevnetError NOT_REACHABLE, and what the call throws
   */
  whenReachable<T>(call: () => Promise<T>): Promise<T>;
  /** Runs a call without effects, and again if the nodes did not answer. @throws as `reachable`, and what the call throws */
  untilAnswered<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Runs a restore, which ends all services and starts others from a stored state. Meanwhile that is the outage, so that calls wait. It
   * forgets earlier failures. If the restore fails, every call rejects with the reason until another one.
   * @throws what `restore` throws
   */
  duringRestore(restore: () => Promise<void>): Promise<void>;
  /** Resolves when no restart is running. Call it after the services have ended, which ends its waits. */
  stop(): Promise<void>;
};

export type RecoveryParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  blocks: BlockWriter;
  miner: Miner;
  conditions: Conditions;
  emit(event: EngineEvent): void;
};

/** A service that ends more often than this within `WINDOW` ms is not restarted. */
const RESTARTS = 5;
const WINDOW = 60_000;
/** Timeout in ms for both nodes to answer. */
const REACHABLE = 60_000;
/** How long in ms the end of a service may go unnoticed after it has refused a request. */
const UNNOTICED = 2_000;
/** The outage during a restore. */
const RESTORING = 'a snapshot is being restored';

/**
 * Restarts services that end unexpectedly, for example by a kill from outside. Each end is reported as a stall and rejects the running
 * waits. The service restarts with the same addresses and state before anything else is mined; requests for blocks wait meanwhile.
 * Transactions of bitcoind's mempool, which its files do not contain, are sent again.
 */
export function recoverServices({ network, mempool, follower, blocks, miner, conditions, emit }: RecoveryParts): Recovery {
  let outage: string | undefined;
  let stopped = false;
  let recovering: Promise<void> | undefined;
  let lastLoss: DevnetError | undefined;
  /** Ends when the last call of `whenReachable` so far has its answer. */
  let turn: Promise<unknown> = Promise.resolve();
  /** Aborted when no service is restarted any more. */
  let abandoned = new AbortController();
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
      await restartBitcoind(network, mempool, blocks);
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
      if (stopped || abandoned.signal.aborted) return;
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
    const reason = new DevnetError('NOT_REACHABLE', cause, { hint: remedy });
    abandoned.abort(reason);
    emit({ type: 'stall', cause, remedy });
    await network.services().end('kill', reason);
  };
  network.onLost((loss) => {
    if (stopped) return;
    // The follower would report the transactions of the lost mempool as dropped.
    const unfollowed = follower.stop();
    outage = loss.message;
    lastLoss = loss;
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

  const reachable: Recovery['reachable'] = async ({ timeoutMs = REACHABLE, signal } = {}) => {
    const stoppedService = conditions.stopped();
    if (stoppedService !== undefined) throw new DevnetError('NOT_REACHABLE', `${stoppedService} is stopped`);
    await until({
      what: 'the nodes to answer',
      timeoutMs,
      clock: network.clock,
      signal,
      ends: abandoned.signal,
      look: async (see) => {
        if (outage !== undefined) {
          see(outage);
          return undefined;
        }
        await Promise.all([network.bitcoin.height(), network.stacks.info()]);
        return true;
      },
    });
  };
  /** Returns the end of a service that caused an error, or the error if none ended. */
  const causeOf = async (error: unknown, before: DevnetError | undefined): Promise<unknown> => {
    if (!isUnanswered(error) || error === lastLoss || abandoned.signal.aborted) return error;
    // The request may fail earlier than the end of the process is known.
    const loss = await until({
      what: 'the end of a service',
      timeoutMs: UNNOTICED,
      clock: network.clock,
      look: async () => (lastLoss === before ? undefined : lastLoss),
    }).catch(ignoreTimeout);
    return loss ?? error;
  };

  return {
    outage: () => outage,
    reachable,
    async whenReachable(call) {
      const asked = Promise.all([reachable(), turn]);
      turn = asked.catch(() => undefined);
      await asked;
      const before = lastLoss;
      try {
        return await call();
      } catch (error) {
        throw await causeOf(error, before);
      }
    },
    async untilAnswered(call) {
      if (outage !== undefined) await reachable();
      try {
        return await call();
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        await reachable();
        return call();
      }
    },
    async duringRestore(restore) {
      outage = RESTORING;
      abandoned = new AbortController();
      blocks.forget();
      ends.clear();
      missing.clear();
      try {
        await restore();
      } catch (error) {
        await giveUp(`a snapshot could not be restored: ${messageOf(error)}`);
        throw error;
      }
      // A service may have ended again.
      if (outage === RESTORING) outage = undefined;
    },
    async stop() {
      stopped = true;
      abandoned.abort(new DevnetError('NOT_READY', 'the network is closed'));
      await recovering?.catch(() => undefined);
    },
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof DevnetError && error.code === 'NOT_REACHABLE';
}
