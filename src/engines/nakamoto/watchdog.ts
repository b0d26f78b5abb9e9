import { DevnetError, messageOf } from '../../error.js';
import type { EngineEvent } from '../engine.js';
import type { StacksChain } from '../follow/stacks-chain.js';
import type { Miner } from './miner.js';
import type { Network } from './network.js';
import { confirmTransfer } from './probe.js';

export type Watchdog = {
  /** Why no Stacks block comes; undefined: nothing stands still. */
  stall(): string | undefined;
  stop(): Promise<void>;
};
export type WatchdogParts = { network: Network; miner: Miner; chain: StacksChain; emit(event: EngineEvent): void };

/** Pause between looks in ms. */
const PAUSE = 500;
/** A tenure that has not begun after this time in ms does not begin any more. */
const TENURE = 6_000;
/** A transaction that waits for longer than this, in ms, is put to the test: it may be one that cannot be mined yet. */
const WAITING = 8_000;
/** Fewest blocks before a reward cycle at which its signers are known. */
const SET_KNOWN = 2;

/**
 * Looks after a running network: tells when it stands still, with cause and remedy, and cures a tenure that did not begin, such as
 * after a Bitcoin block that somebody else mined before the miner's fresh commit.
 */
export function watchNetwork({ network, miner, chain, emit }: WatchdogParts): Watchdog {
  const told = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let tenure = { consensusHash: '', since: 0, cured: false };
  let transactions = { height: 0, since: 0 };
  let standing: { cause: string; tip: object } | undefined;

  /** Tells once for each `key`. @returns whether it was told now */
  const tell = (key: string, cause: string, remedy: string): boolean => {
    if (told.has(key)) return false;
    told.add(key);
    emit({ type: 'stall', cause, remedy });
    return true;
  };
  /** Until there is another Stacks block. */
  const standStill = (cause: string): void => {
    standing = { cause, tip: chain.tip() };
  };
  const cure = async (): Promise<void> => {
    await miner.mine(1).catch((error: unknown) => {
      tell(`cure ${messageOf(error)}`, messageOf(error), hintOf(error));
    });
  };
  const checkTenure = async (): Promise<void> => {
    const [sortition, info] = await Promise.all([network.stacks.sortition(), network.stacks.info()]);
    const { consensusHash, elected, burnHeight } = sortition;
    if (!elected || info.tipConsensusHash === consensusHash) return;
    if (tenure.consensusHash !== consensusHash) tenure = { consensusHash, since: performance.now(), cured: false };
    if (performance.now() - tenure.since <= TENURE) return;
    const cause = `Bitcoin block ${burnHeight} elected a Stacks miner, but its tenure does not begin: the block was mined before the miner's commit to the running tenure, or the signers do not answer`;
    standStill(cause);
    tell(`tenure ${consensusHash}`, cause, 'One more Bitcoin block with a fresh commit is being mined.');
    // Whoever is mining waits for this tenure, too, and mines that block.
    if (miner.busy() || tenure.cured) return;
    tenure.cured = true;
    await cure();
  };
  const checkTransactions = async (): Promise<void> => {
    const { height } = chain.tip();
    if (chain.waiting().length === 0 || transactions.height !== height) {
      transactions = { height, since: performance.now() };
      return;
    }
    if (performance.now() - transactions.since < WAITING || miner.busy() || told.has(`transactions ${height}`)) return;
    const { ends } = network.limits();
    const failure = await confirmTransfer(network).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined || chain.tip().height > height || ends.aborted) return;
    const cause = `no Stacks block takes the waiting transactions: ${messageOf(failure)}`;
    standStill(cause);
    if (tell(`transactions ${height}`, cause, 'One more Bitcoin block is being mined, to begin another tenure.')) await cure();
  };
  const checkSigners = async (): Promise<void> => {
    const { rewardLength } = network.options.pox;
    const { burnHeight } = chain.tip();
    const cycle = Math.floor(burnHeight / rewardLength) + 1;
    if (cycle * rewardLength - burnHeight > SET_KNOWN || told.has(`cycle ${cycle}`)) return;
    const signers = await network.stacks.signers(cycle);
    if (signers !== undefined && signers.length > 0) return;
    const remedy = 'Go back to a snapshot from before the prepare phase: without signers no block of that cycle is accepted.';
    tell(`cycle ${cycle}`, `reward cycle ${cycle} has an empty reward set: nobody stacks for it`, remedy);
  };
  const look = async (): Promise<void> => {
    // What ended by itself is told by the recovery.
    if (network.limits().ends.aborted) return;
    try {
      await checkTenure();
      if (miner.busy()) return;
      await checkTransactions();
      await checkSigners();
    } catch (error) {
      // A node that does not answer this time is asked again.
      if (!(error instanceof DevnetError)) throw error;
    }
  };
  const run = (): void => {
    round = look().finally(() => {
      if (!stopped) timer = setTimeout(run, PAUSE);
    });
  };
  timer = setTimeout(run, PAUSE);

  return {
    stall: () => (standing?.tip === chain.tip() ? standing.cause : undefined),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

function hintOf(error: unknown): string {
  return (error instanceof DevnetError ? error.hint : undefined) ?? 'Close the network and start it again.';
}
