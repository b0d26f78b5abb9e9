import { setTimeout as delay } from 'node:timers/promises';
import { createSingleFlight } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';

/**
 * Sends a request to a node that may be started again meanwhile. All requests of the program go this way.
 * @param isRepeatable false if the request can be sent only once, because its body streams @default true
 * @throws DevnetError NOT_REACHABLE with how the node ended, and what `send` throws
 */
export type NodeGuard = <T>(send: () => Promise<T>, isRepeatable?: boolean) => Promise<T>;

/** The nodes of a network, of which one may be down. */
export type GuardedNodes = {
  /** Returns why the network cannot be used now; undefined if it can. */
  outage?(): string | undefined;
  /** Resolves when both nodes answer, also while one is started again. Absent if nobody starts them again. */
  reachable?(): Promise<void>;
};

/** bitcoind's code while it starts. */
const IN_WARMUP = -28;
/** How long in ms the end of a node may go unnoticed after it has refused a request, and the pause between looks. */
const UNNOTICED = 2_000;
const PAUSE = 25;

/** @returns undefined if nobody starts the nodes again: then an error is final */
export function guardNodes(nodes: GuardedNodes): NodeGuard | undefined {
  if (nodes.reachable === undefined) return undefined;
  const { run: reachable } = createSingleFlight(async () => nodes.reachable?.());
  return async (send, isRepeatable = true) => {
    if (nodes.outage?.() !== undefined) await reachable();
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (!isRepeatable) throw await explain(error, nodes);
    }
    // The program sends nothing that has an effect twice: a transaction has one txid.
    await reachable();
    return send();
  };
}

function isUnanswered(error: unknown): error is DevnetError {
  return error instanceof DevnetError && (error.code === 'NOT_REACHABLE' || error.rpcCode === IN_WARMUP);
}

/** A connection may break before the end of its node is known. */
async function explain(error: DevnetError, { outage }: GuardedNodes): Promise<DevnetError> {
  const end = performance.now() + UNNOTICED;
  while (outage?.() === undefined && performance.now() < end) await delay(PAUSE);
  const reason = outage?.();
  if (reason === undefined) return error;
  const hint = 'Send the request again.';
  return new DevnetError('NOT_REACHABLE', `${reason}. It is being started again. ${hint}`, { hint, cause: error });
}
